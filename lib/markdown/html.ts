import { firstCandidate } from '#lib/text/readme-source.ts'

/*
 * The HTML in a Markdown text. Before a parser for HTML reads it, it is reduced to known tags with known attributes that have
 * their partners: nothing in it can swallow what follows, and its depth is bounded.
 */

/** Elements whose contents are not displayed as text. */
const SKIPPED = new Set(
  'script style template noscript svg math iframe object select textarea title'.split(' '),
)
/** Elements that end with the next one of their kind or with their parent. */
const OPEN_ENDED = new Set('p li dt dd tr td th thead tbody tfoot'.split(' '))
/** The same, but a parser nests them without end outside of `ruby`. */
const READINGS = new Set(['rt', 'rp'])
const VOID = new Set(['br', 'hr', 'img', 'source', 'wbr'])
const KEPT = new Set([
  ...OPEN_ENDED,
  ...VOID,
  ...READINGS,
  ...'a abbr b cite code del dfn em i ins kbd mark q ruby s samp small strong sub sup var'.split(
    ' ',
  ),
  ...'blockquote caption details div dl h1 h2 h3 h4 h5 h6 ol picture pre summary table ul'.split(
    ' ',
  ),
])
/** Elements that are written as another one, or with an attribute of their own. */
const RENAMED: Readonly<Record<string, string>> = { strike: 's', tt: 'code', center: 'div' }
/** Elements of which the contents are a block of their own. */
const BLOCKS = new Set(
  'address article aside body button dialog fieldset figcaption figure footer form header hgroup html legend main menu nav option section'.split(
    ' ',
  ),
)
/** Attributes, and the elements that may have them; sanitising checks their values. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  align: 'div p h1 h2 h3 h4 h5 h6 td th img table',
  alt: 'img',
  colspan: 'td th',
  dir: '*',
  height: 'img',
  href: 'a',
  id: '*',
  lang: '*',
  media: 'source',
  name: 'a',
  open: 'details',
  rowspan: 'td th',
  src: 'img',
  srcset: 'source',
  start: 'ol',
  title: 'abbr dfn',
  value: 'li',
  width: 'img',
}
const VALUE_MAX = 2000
/** Depth of HTML elements in one another. */
const DEPTH_MAX = 24

/** Start and end of HTML constructs other than tags (CommonMark 0.31, section 4.6). */
const CONSTRUCTS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const
const NAME = /<\/?([a-z][a-z0-9-]*)/iy
const ATTRIBUTE = /([^\s"'=/<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** A tag, or text if it has no name. What is not kept becomes the empty text. */
type Piece = { name: string; isEnd: boolean; text: string }

/** What was left out of the HTML of a text. */
export type LeftOut = {
  /** Elements with their contents, such as scripts. */
  active: number
  /** Elements other than those that are kept. */
  tags: number
  /** Tags without a partner. */
  cut: number
}

/**
 * Reduces pieces of HTML that follow each other, with Markdown between them, to what is kept. Comments are left out, tags without
 * partners too; the text between tags is kept. Linear in the length.
 */
export function reduceHtml(parts: readonly string[], leftOut: LeftOut): string[] {
  const read = parts.map((part) => piecesOf(part, leftOut))
  pair(read.flat(), leftOut)
  return read.map((pieces) => pieces.map(({ text }) => text).join(''))
}

/** Leaves out tags that have no partner, or are too deep. */
function pair(pieces: readonly Piece[], leftOut: LeftOut): void {
  const open: Piece[] = []
  const depths = new Map<string, number>()
  const count = (name: string, by: number) => depths.set(name, (depths.get(name) ?? 0) + by)
  const drop = (piece: Piece) => {
    leftOut.cut += 1
    // The target of a link is written as `<a name="x">` or `<a name="x"/>` too.
    const isTarget = piece.name === 'a' && / (?:id|name)="/.test(piece.text)
    piece.text = isTarget ? `${piece.text.replace(/ href="[^"]*"/, '')}</a>` : ''
  }
  const closeBefore = (piece: Piece) => {
    const { name = '' } = open.pop() ?? {}
    count(name, -1)
    piece.text = `</${name}>${piece.text}`
  }
  for (const piece of pieces) {
    const { name, isEnd } = piece
    if (name === '' || VOID.has(name) || OPEN_ENDED.has(name)) continue
    const before = open.at(-1)
    if (!isEnd) {
      if (before && READINGS.has(name) && READINGS.has(before.name)) closeBefore(piece)
      open.push(piece)
      count(name, 1)
      continue
    }
    if ((depths.get(name) ?? 0) === 0) {
      drop(piece)
      continue
    }
    const isTooDeep = open.length > DEPTH_MAX
    for (let last = open.pop(); last; last = open.pop()) {
      count(last.name, -1)
      if (READINGS.has(last.name) && last.name !== name) piece.text = `</${last.name}>${piece.text}`
      else if (last.name !== name) drop(last)
      else {
        if (isTooDeep) piece.text = last.text = ''
        break
      }
    }
  }
  for (const piece of open) drop(piece)
}

function piecesOf(html: string, leftOut: LeftOut): Piece[] {
  const pieces: Piece[] = []
  const source: Html = { html, lower: html.toLowerCase(), hasOpenQuote: false }
  const addText = (text: string) => pieces.push({ name: '', isEnd: false, text })
  let position = 0
  while (position < html.length) {
    const opening = html.indexOf('<', position)
    addText(html.slice(position, opening < 0 ? html.length : opening))
    if (opening < 0) break
    const end = endOfMarkup(source, opening)
    // A `<` that begins no markup is text.
    if (end === opening) addText('&lt;')
    else {
      const tag = toTag(html.slice(opening, end), leftOut)
      if (tag) pieces.push(tag)
    }
    position = Math.max(end, opening + 1)
  }
  return pieces
}

/** A tag as it is kept; `null` for any other markup. */
function toTag(markup: string, leftOut: LeftOut): Piece | null {
  NAME.lastIndex = 0
  const written = NAME.exec(markup)?.[1]?.toLowerCase()
  if (written === undefined) return null
  const isEnd = markup[1] === '/'
  const isBlock = BLOCKS.has(written)
  const name = RENAMED[written] ?? (isBlock ? 'div' : written)
  if (!isEnd && SKIPPED.has(written)) leftOut.active += 1
  else if (!isEnd && (isBlock || !KEPT.has(name))) leftOut.tags += 1
  if (!KEPT.has(name) || (isEnd && VOID.has(name))) return null
  if (isEnd) return { name, isEnd, text: `</${name}>` }
  const attributes = written === 'center' ? ' align="center"' : attributesOf(name, markup)
  return { name, isEnd, text: `<${name}${attributes}>` }
}

function attributesOf(name: string, markup: string): string {
  const kept = new Map<string, string>()
  for (const [, written = '', double, single, bare] of markup
    .slice(name.length + 1)
    .matchAll(ATTRIBUTE)) {
    const attribute = written.toLowerCase()
    const owners = ATTRIBUTES[attribute]?.split(' ') ?? []
    if (kept.has(attribute) || !(owners.includes(name) || owners.includes('*'))) continue
    const value = (double ?? single ?? bare ?? '').replaceAll('"', '&quot;')
    kept.set(attribute, attribute === 'srcset' ? firstCandidate(value) : value)
  }
  return [...kept]
    .filter(([, value]) => value.length <= VALUE_MAX)
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join('')
}

type Html = {
  html: string
  lower: string
  /** A quote was never closed: from then on, quotes are not treated as delimiters. */
  hasOpenQuote: boolean
}

/** The index after the markup that begins at `at`; `at` itself if there is none. */
function endOfMarkup(source: Html, at: number): number {
  const { html, lower } = source
  for (const [begin, end] of CONSTRUCTS) {
    if (html.startsWith(begin, at)) return endOf(html, end, at + begin.length)
  }
  NAME.lastIndex = at
  const name = NAME.exec(html)?.[1]?.toLowerCase()
  if (name === undefined) return at
  const end = endOfTag(source, at)
  if (html[at + 1] === '/' || !SKIPPED.has(name)) return end
  const closing = lower.indexOf(`</${name}`, end)
  return closing < 0 ? html.length : endOf(html, '>', closing)
}

/** The index after a tag. A `>` in a quoted value does not end it; an unclosed tag ends with the text. */
function endOfTag(source: Html, at: number): number {
  const { html } = source
  let quote = ''
  for (let next = at; next < html.length && !source.hasOpenQuote; next += 1) {
    const character = html[next] ?? ''
    if (quote) quote = character === quote ? '' : quote
    else if (character === '>') return next + 1
    else if ((character === '"' || character === "'") && html[next - 1] === '=') quote = character
  }
  source.hasOpenQuote = true
  return endOf(html, '>', at)
}

function endOf(html: string, terminator: string, from: number): number {
  const index = html.indexOf(terminator, from)
  return index < 0 ? html.length : index + terminator.length
}
