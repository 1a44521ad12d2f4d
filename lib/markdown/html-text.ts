/** What stands in these is no text for people. */
const UNREAD = ['script', 'style', 'template', 'noscript']
/** Constructs that are no tags, and what ends them (CommonMark 0.31, section 4.6). */
const CONSTRUCTS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const
const NAME = /<\/?([a-z][a-z0-9-]*)/iy

/**
 * The text of a block of HTML: tags, comments and scripts are left out, everything else stays as it was
 * written. The result is text and has to be escaped as such. Linear in the length.
 */
export function htmlText(html: string): string {
  const parts: string[] = []
  const text: Html = { html, lower: html.toLowerCase(), hasOpenQuote: false }
  let at = 0
  while (at < html.length) {
    const opening = html.indexOf('<', at)
    const end = opening < 0 ? html.length : opening
    parts.push(html.slice(at, end))
    if (opening < 0) break
    const behind = endOfMarkup(text, opening)
    // A sign of its own: it stays.
    if (behind === opening) parts.push('<')
    at = Math.max(behind, opening + 1)
  }
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()
}

type Html = {
  html: string
  lower: string
  /** Whether a quote was met that nothing closes: quotes are taken for text from then on. */
  hasOpenQuote: boolean
}

/** Where the markup that begins at `at` has ended; `at` itself where none begins there. */
function endOfMarkup(text: Html, at: number): number {
  const { html, lower } = text
  for (const [begin, end] of CONSTRUCTS) {
    if (html.startsWith(begin, at)) return endOf(html, end, at + begin.length)
  }
  NAME.lastIndex = at
  const name = NAME.exec(html)?.[1]?.toLowerCase()
  if (name === undefined) return at
  const end = endOfTag(text, at)
  if (html[at + 1] === '/' || !UNREAD.includes(name)) return end
  const closing = lower.indexOf(`</${name}`, end)
  return closing < 0 ? html.length : endOf(html, '>', closing)
}

/** Behind the `>` of a tag; one within a quoted value ends none. Without any the rest is the tag. */
function endOfTag(text: Html, at: number): number {
  const { html } = text
  let quote = ''
  for (let next = at; next < html.length && !text.hasOpenQuote; next += 1) {
    const sign = html[next] ?? ''
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '>') return next + 1
    else if ((sign === '"' || sign === "'") && html[next - 1] === '=') quote = sign
  }
  text.hasOpenQuote = true
  return endOf(html, '>', at)
}

function endOf(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from)
  return found < 0 ? html.length : found + what.length
}
