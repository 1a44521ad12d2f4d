import type rehypeSanitize from 'rehype-sanitize'
import type remarkRehype from 'remark-rehype'
import { urlPieces } from '#lib/contract/text.ts'
import { htmlText } from './html-text.ts'

/** Types of the Markdown (mdast) and HTML (hast) trees, derived from direct dependencies. */
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
 * Renumbers headings: the first one becomes an `h3`, below the `h1` and `h2` of the page, and no heading
 * skips a level.
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
 * Removes the `href` of links other than absolute `http`, `https` and `mailto` URLs. Writes the parsed form
 * of the URL, so that browsers read what was checked.
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

/** Lets long addresses break between their parts, where they are shown as they are. */
export function breakUrls(tree: Root) {
  elements(tree, (element) => {
    const [text, ...others] = element.children
    if (element.tagName !== 'a' || text?.type !== 'text' || others.length > 0) return
    if (!/^(?:https?:\/\/|www\.)/i.test(text.value)) return
    element.children = urlPieces(text.value).flatMap((value, at) => [
      ...(at > 0
        ? [{ type: 'element' as const, tagName: 'wbr', properties: {}, children: [] }]
        : []),
      { type: 'text' as const, value },
    ])
  })
}

const TABLE_COLUMNS_MAX = 12
const TABLE_ROWS_MAX = 100

/**
 * Limits the size of tables. GFM pads short rows to the width of the head: 8 kB of Markdown could become
 * 20 MB of HTML.
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
 * Replaces blocks of HTML by paragraphs with their text, which would be lost otherwise, since the HTML
 * itself is removed.
 */
export function keepHtmlText(tree: Markdown) {
  const visit = (node: Markdown | Markdown['children'][number]) => {
    // In a paragraph, each tag is a node of its own, and the text between tags is text already.
    if (!('children' in node) || node.type === 'paragraph' || node.type === 'heading') return
    for (const [index, child] of node.children.entries()) {
      if (child.type !== 'html') visit(child)
      else {
        const value = htmlText(child.value)
        if (value) node.children[index] = { type: 'paragraph', children: [{ type: 'text', value }] }
      }
    }
  }
  visit(tree)
}

/** Number of nodes and depth of a tree. Iterative, since the depth is not bounded yet. */
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
