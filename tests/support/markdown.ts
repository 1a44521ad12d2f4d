import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const processor = unified().use(remarkParse).use(remarkGfm)
type Root = ReturnType<typeof processor.parse>
type Node = Root | Root['children'][number]

/** A link, or a cell of a table with the target of its first link. */
export type Cell = { text: string; href: string | null }
/** A table below a heading of a document; the first row is the header. */
export type MarkdownTable = { anchor: string; rows: Cell[][] }
/** A fenced block of code. */
export type Block = { language: string; code: string }
/** Anchors, links, inline code, tables and blocks of code of a Markdown document, in document order. */
export type Outline = {
  anchors: Set<string>
  links: Cell[]
  codes: string[]
  tables: MarkdownTable[]
  blocks: Block[]
}

/** Reads headings, links, code and tables of a document. */
export function outlineOf(markdown: string): Outline {
  const anchors = new Set<string>()
  const links: Cell[] = []
  const codes: string[] = []
  const tables: MarkdownTable[] = []
  const blocks: Block[] = []
  let anchor = ''
  const visit = (node: Node) => {
    if (node.type === 'heading') {
      anchor = uniqueAnchor(textOf(node), anchors)
      anchors.add(anchor)
    }
    if (node.type === 'link' || node.type === 'image') {
      links.push({ text: textOf(node), href: node.url })
    }
    if (node.type === 'inlineCode') codes.push(node.value)
    if (node.type === 'code') blocks.push({ language: node.lang ?? '', code: node.value })
    if (node.type === 'table') {
      const rows = node.children.map((row) =>
        row.children.map((cell) => ({ text: textOf(cell), href: firstHref(cell) })),
      )
      tables.push({ anchor, rows })
    }
    if ('children' in node) node.children.forEach(visit)
  }
  visit(processor.parse(markdown))
  return { anchors, links, codes, tables, blocks }
}

/** The anchor that GitHub gives a heading: lower case, hyphens for spaces, no punctuation. */
function uniqueAnchor(heading: string, taken: Set<string>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
  for (let count = 0; ; count += 1) {
    const candidate = count === 0 ? anchor : `${anchor}-${count}`
    if (!taken.has(candidate)) return candidate
  }
}

function textOf(node: Node): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

function firstHref(node: Node): string | null {
  if (node.type === 'link') return node.url
  if (!('children' in node)) return null
  for (const child of node.children) {
    const href = firstHref(child)
    if (href !== null) return href
  }
  return null
}
