import type rehypeSanitize from 'rehype-sanitize'
import type remarkRehype from 'remark-rehype'
import { htmlText } from './html-text.ts'

/** The trees of Markdown (mdast) and HTML (hast), by way of the packages that this one depends on. */
type Markdown = Parameters<
  Extract<ReturnType<typeof remarkRehype>, (tree: never, ...rest: never) => unknown>
>[0]
export type Root = ReturnType<ReturnType<typeof rehypeSanitize>>
type Node = Root['children'][number]
type Element = Extract<Node, { type: 'element' }>

function elements(tree: Root | Element, visit: (element: Element) => void) {
  for (const child of tree.children) {
    if (child.type !== 'element') continue
    visit(child)
    elements(child, visit)
  }
}

/**
 * Makes the first heading an `h3` and lets no heading lie more than one level below the one before
 * it, whatever levels the author took: the page's own `h1` and `h2` stand above.
 */
export function outlineHeadings(tree: Root) {
  const open: number[] = []
  elements(tree, (element) => {
    const level = /^h([1-6])$/.exec(element.tagName)?.[1]
    if (!level) return
    while ((open.at(-1) ?? 0) >= Number(level)) open.pop()
    open.push(Number(level))
    element.tagName = `h${Math.min(2 + open.length, 6)}`
  })
}

/**
 * Keeps a link only if a browser reads its address as absolute `http`, `https` or `mailto`; others
 * lose their `href`. What was checked is what is written: the address in its parsed form.
 */
export function safeLinks(tree: Root) {
  elements(tree, (element) => {
    if (element.tagName !== 'a') return
    const href = element.properties['href']
    const url = typeof href === 'string' && URL.canParse(href) ? new URL(href) : null
    element.properties =
      url && ['http:', 'https:', 'mailto:'].includes(url.protocol)
        ? { href: url.href, rel: ['nofollow', 'ugc', 'noopener'] }
        : {}
  })
}

const TABLE_COLUMNS_MAX = 12
const TABLE_ROWS_MAX = 100

/**
 * Cuts tables to 12 columns and 100 rows: GFM fills every short row up to the width of the head, so
 * that 8 kB of Markdown could become 20 MB of HTML.
 */
export function boundTables(tree: Markdown) {
  const bound = (node: Markdown | Markdown['children'][number]) => {
    if (node.type === 'table') {
      node.align = node.align?.slice(0, TABLE_COLUMNS_MAX)
      node.children = node.children.slice(0, TABLE_ROWS_MAX)
      for (const row of node.children) row.children = row.children.slice(0, TABLE_COLUMNS_MAX)
    } else if ('children' in node) node.children.forEach(bound)
  }
  bound(tree)
}

/**
 * Keeps the text of HTML that stands as a block of its own, as a paragraph: the HTML itself is left
 * out, and what people wrote in it or behind it in the same line would be lost with it.
 */
export function keepHtmlText(tree: Markdown) {
  const keep = (node: Markdown | Markdown['children'][number]) => {
    // Within a paragraph tags stand alone, and their text is text already.
    if (!('children' in node) || node.type === 'paragraph' || node.type === 'heading') return
    for (const [at, child] of node.children.entries()) {
      if (child.type !== 'html') keep(child)
      else {
        const value = htmlText(child.value)
        if (value) node.children[at] = { type: 'paragraph', children: [{ type: 'text', value }] }
      }
    }
  }
  keep(tree)
}

/** How many nodes a tree has and how deep they lie. Without recursion: the depth is not known yet. */
export function measure(tree: Markdown | Root): { nodes: number; depth: number } {
  let nodes = 0
  let depth = 0
  type Any = Markdown | Markdown['children'][number] | Root | Node
  const open: { node: Any; level: number }[] = [{ node: tree, level: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    nodes += 1
    depth = Math.max(depth, next.level)
    if (!('children' in next.node)) continue
    for (const node of next.node.children) open.push({ node, level: next.level + 1 })
  }
  return { nodes, depth }
}
