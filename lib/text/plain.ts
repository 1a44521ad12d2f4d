/**
 * Approximate plain text of Markdown on one line, without markup, link targets and URLs. For search
 * and its snippets; pages render Markdown with the full parser.
 */
export function plainText(markdown: string): string {
  return markdown
    .replace(/<[^<>]{1,500}>/g, ' ')
    .replace(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/^\s*(?:[#>]+|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~|\\]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
