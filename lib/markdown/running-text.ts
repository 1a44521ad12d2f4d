import { type Node, property, type Root } from './tree.ts'

/** Elements between which no space stands. */
const INLINE = new Set(
  'a abbr b cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup var wbr'.split(
    ' ',
  ),
)

/**
 * The text without formatting and footnotes; blocks are separated by spaces.
 * @param withPictures also the alternative texts of pictures
 */
export function runningText(tree: Root, withPictures = false): string {
  const parts: string[] = []
  const collect = (node: Root | Node) => {
    if (node.type === 'text') parts.push(node.value)
    if (!('children' in node)) return
    if (node.type === 'element') {
      if (node.tagName === 'section' || node.properties['dataFootnoteRef'] !== undefined) return
      if (node.tagName === 'img' && withPictures) parts.push(property(node, 'alt'))
    }
    const isBlock = node.type === 'element' && !INLINE.has(node.tagName)
    if (isBlock) parts.push(' ')
    node.children.forEach(collect)
    if (isBlock) parts.push(' ')
  }
  collect(tree)
  return parts.join('').trim()
}
