import { type LeftOut, reduceHtml } from './html.ts'
import type { Markdown, MarkdownNode } from './tree.ts'

/* What is done with the Markdown tree before it becomes HTML. */

const TABLE_COLUMNS_MAX = 40
const TABLE_CELLS_MAX = 1200

/**
 * Limits the size of tables, and returns how many were cut. GFM pads short rows to the width of the head: 8 kB of Markdown
 * could become 20 MB of HTML.
 */
export function boundTables(tree: Markdown): number {
  let cut = 0
  visit(tree, (node) => {
    if (node.type !== 'table') return
    const columns = node.children.reduce((most, row) => Math.max(most, row.children.length), 1)
    const rows = Math.floor(TABLE_CELLS_MAX / Math.min(columns, TABLE_COLUMNS_MAX))
    if (columns > TABLE_COLUMNS_MAX || node.children.length > rows) cut += 1
    node.align = node.align?.slice(0, TABLE_COLUMNS_MAX)
    node.children = node.children.slice(0, rows)
    for (const row of node.children) row.children = row.children.slice(0, TABLE_COLUMNS_MAX)
  })
  return cut
}

/** Reduces the HTML in a text to the elements that are kept (html.ts). */
export function keepHtml(tree: Markdown): LeftOut {
  const leftOut = { active: 0, tags: 0, cut: 0 }
  visit(tree, (node) => {
    if (!('children' in node)) return
    // Tags have their partners among the pieces of HTML with the same parent.
    const pieces = node.children.flatMap((child) => (child.type === 'html' ? [child] : []))
    const values = pieces.map(({ value }) => value)
    for (const [at, value] of reduceHtml(values, leftOut).entries()) {
      const piece = pieces[at]
      if (piece) piece.value = value
    }
  })
  return leftOut
}

export const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'] as const
const MARKER = new RegExp(String.raw`^\[!(${ALERTS.join('|')})\][ \t]*(?:\n|$)`, 'i')

/** Makes alerts of quotes that begin with a line such as `[!NOTE]`. */
export function markAlerts(tree: Markdown): void {
  visit(tree, (node) => {
    if (node.type !== 'blockquote') return
    const [first] = node.children
    if (first?.type !== 'paragraph') return
    const [begin, second] = first.children
    if (begin?.type !== 'text') return
    const [marker = '', name = ''] = MARKER.exec(begin.value) ?? []
    // Alone on its line: other text in the line may also be a node of its own.
    if (marker === '' || !(marker.endsWith('\n') || !second || second.type === 'break')) return
    begin.value = begin.value.slice(marker.length)
    if (begin.value === '') first.children.splice(0, second?.type === 'break' ? 2 : 1)
    if (first.children.length === 0) node.children.shift()
    node.data = { hName: 'aside', hProperties: { className: [name.toLowerCase()] } }
  })
}

function visit(node: MarkdownNode, each: (node: MarkdownNode) => void): void {
  each(node)
  if ('children' in node) for (const child of node.children) visit(child, each)
}
