/** Elements whose contents are not displayed as text. */
const SKIPPED = ['script', 'style', 'template', 'noscript']
/** Start and end of HTML constructs other than tags (CommonMark 0.31, section 4.6). */
const CONSTRUCTS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const
const NAME = /<\/?([a-z][a-z0-9-]*)/iy

/**
 * The text of a block of HTML, without tags, comments and scripts. The result is plain text, which must be
 * escaped as such. Linear in the length.
 */
export function htmlText(html: string): string {
  const parts: string[] = []
  const text: Html = { html, lower: html.toLowerCase(), hasOpenQuote: false }
  let position = 0
  while (position < html.length) {
    const opening = html.indexOf('<', position)
    const textEnd = opening < 0 ? html.length : opening
    parts.push(html.slice(position, textEnd))
    if (opening < 0) break
    const markupEnd = endOfMarkup(text, opening)
    // A `<` that begins no markup is text.
    if (markupEnd === opening) parts.push('<')
    position = Math.max(markupEnd, opening + 1)
  }
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()
}

type Html = {
  html: string
  lower: string
  /** A quote was never closed: from then on, quotes are not treated as delimiters. */
  hasOpenQuote: boolean
}

/** The index after the markup that begins at `at`; `at` itself if there is none. */
function endOfMarkup(text: Html, at: number): number {
  const { html, lower } = text
  for (const [begin, end] of CONSTRUCTS) {
    if (html.startsWith(begin, at)) return endOf(html, end, at + begin.length)
  }
  NAME.lastIndex = at
  const name = NAME.exec(html)?.[1]?.toLowerCase()
  if (name === undefined) return at
  const end = endOfTag(text, at)
  if (html[at + 1] === '/' || !SKIPPED.includes(name)) return end
  const closing = lower.indexOf(`</${name}`, end)
  return closing < 0 ? html.length : endOf(html, '>', closing)
}

/** The index after a tag. A `>` in a quoted value does not end it; an unclosed tag ends with the text. */
function endOfTag(text: Html, at: number): number {
  const { html } = text
  let quote = ''
  for (let next = at; next < html.length && !text.hasOpenQuote; next += 1) {
    const character = html[next] ?? ''
    if (quote) quote = character === quote ? '' : quote
    else if (character === '>') return next + 1
    else if ((character === '"' || character === "'") && html[next - 1] === '=') quote = character
  }
  text.hasOpenQuote = true
  return endOf(html, '>', at)
}

function endOf(html: string, terminator: string, from: number): number {
  const index = html.indexOf(terminator, from)
  return index < 0 ? html.length : index + terminator.length
}
