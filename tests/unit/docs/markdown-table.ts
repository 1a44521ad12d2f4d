/** A table as the formatter writes it. */
export function markdownTable(head: string[], lines: string[][]): string {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...lines].map((cells) => cells[at]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...lines]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n')
}
