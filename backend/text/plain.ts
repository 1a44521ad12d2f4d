/**
 * About what a reader sees of a Markdown text: link targets, tags and marks are left out, lines
 * become one. For search and its snippets; what is shown as a page goes through the real parser.
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
