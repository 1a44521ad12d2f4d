import { createHash } from 'node:crypto'
import { SCRIPTS_ID } from '#lib/browser/load-script.ts'
import { documents } from '#lib/paths.ts'
import { withoutNonce } from './nonce.ts'
import { type Flight, LOADER, type PageScripts } from './script-loader.ts'

/** Elements whose contents are text up to their end tag. */
const RAW_TEXT = /^(?:script|style|title|textarea|noscript|iframe|xmp|noembed|noframes)$/
/** Without segments that lead out of the folder. */
const FRAMEWORK_FILE = /^\/_next\/static\/(?!.*(?:\.|%2e){2})[\w./%~()[\]-]+(?:\?dpl=[\w-]+)?$/i
/**
 * Inline scripts of the framework, up to the JSON that they append to a global array: data of the page
 * (use-flight-response.js) and, in `TURBOPACK…`, the scripts to start with (get-page-files.js).
 */
const APPEND =
  /^(?:self\.(__next_f)\.push|\(self\.(__next_f)=self\.__next_f\|\|\[\]\)\.push|\(globalThis\["(TURBOPACK\w*)"\] \|\| \(globalThis\["TURBOPACK\w*"\] = \[\]\)\)\.push)\(/
/** Kind of an entry of `__next_f` that is text. */
const TEXT_ENTRY = 1

/** Data of the scripts of a document: `Flight` as JSON, under an address with its hash. */
export type FlightData = { address: string; json: Buffer }
export type PreparedDocument = { html: Buffer; flight: FlightData }

type Options = {
  /** Address of the document: path and query. */
  target: string
  /** Nonce of the scripts that the framework wrote. Without it, those that look like them are. */
  nonce?: string | undefined
}

/**
 * Makes a document of the framework one whose scripts wait for the visitor (decision 61): takes out the
 * framework's scripts and their data, and adds the loader and a block that names them. Takes time and
 * memory linear in the size of the document.
 * @returns a sentence if the document is not as the framework writes it: it stays as it is.
 */
export function prepareDocument(body: Buffer, options: Options): PreparedDocument | string {
  const html = body.toString()
  const loader = `<script${options.nonce === undefined ? '' : ` nonce="${options.nonce}"`}>${LOADER}</script>`
  const scripts = new Set<string>()
  const entries: [string, unknown][] = []
  const parts: string[] = []
  let copied = 0
  let placed = 0
  const replace = (start: number, end: number, text: string) => {
    parts.push(html.slice(copied, start), text)
    copied = end
  }
  for (const tag of readTags(html)) {
    if (tag === null) return 'The markup is malformed.'
    if (tag.name === '/head' && placed === 0) {
      replace(tag.start, tag.start, loader)
      placed = 1
    } else if (tag.name === '/body' && placed === 1) {
      const flight = toFlight(entries, options)
      if (!flight || scripts.size === 0) return 'It has no scripts of the framework.'
      replace(tag.start, tag.start, blockOf([...scripts], flight.address))
      parts.push(html.slice(copied))
      return { html: Buffer.from(parts.join('')), flight }
    } else if (tag.name === 'link') {
      if (tag.attributes['as'] !== 'script') continue
      replace(tag.start, tag.end, '')
    } else if (tag.name === 'script') {
      const { nonce, src, type } = tag.attributes
      if (type !== undefined || nonce !== options.nonce) continue
      if (src === undefined) {
        const entry = readAppended(tag.text)
        if (entry === null) return 'A script of the framework is unknown.'
        if (entry === undefined) continue
        entries.push(entry)
      } else if (!FRAMEWORK_FILE.test(src)) continue
      else if (!('nomodule' in tag.attributes)) scripts.add(src)
      replace(tag.start, tag.end, '')
    }
  }
  return 'It has no head or no body.'
}

/** What an inline script appends to which array; `null` if it does more than that. */
function readAppended(text: string): [string, unknown] | null | undefined {
  const match = APPEND.exec(text)
  if (!match) return undefined
  const [start, data, moreData, modules = ''] = match
  const json = text.slice(start.length).replace(/\);?$/, '')
  try {
    return [data ?? moreData ?? modules, JSON.parse(json)]
  } catch {
    return null
  }
}

/** Joins adjacent texts, so that the hash does not depend on how the data was cut into pieces. */
function toFlight(
  entries: readonly [string, unknown][],
  { target, nonce }: Options,
): FlightData | undefined {
  const flight: [string, unknown][] = []
  let texts: string[] = []
  const flush = () => {
    if (texts.length > 0) flight.push(['__next_f', [TEXT_ENTRY, texts.join('')]])
    texts = []
  }
  for (const [name, value] of entries) {
    if (Array.isArray(value) && value[0] === TEXT_ENTRY && typeof value[1] === 'string') {
      texts.push(value[1])
      continue
    }
    flush()
    flight.push([name, value])
  }
  flush()
  if (flight.length < 2) return undefined
  const text = JSON.stringify(flight satisfies Flight)
  const json = Buffer.from(nonce === undefined ? text : withoutNonce(text, nonce))
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 27)
  return { address: documents.flight(hash, target), json }
}

function blockOf(scripts: readonly string[], flight: string): string {
  const json = JSON.stringify({ scripts, flight } satisfies PageScripts)
  return `<script type="application/json" id="${SCRIPTS_ID}">${json.replaceAll('<', '\\u003c')}</script>`
}

type Tag = {
  /** Lower-case; of an end tag with a slash. */
  name: string
  start: number
  /** Behind the tag; behind the end tag where the contents are text. */
  end: number
  attributes: Record<string, string>
  /** Contents of a script. */
  text: string
}

const TAG_NAME = /\/?[a-z][^\s/>]*/iy
const ATTRIBUTE = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * The tags of a document in order (HTML standard, section 13.2.5, for markup without parse errors);
 * attributes of links and scripts only.
 * Ends with `null` where the markup is malformed.
 */
function* readTags(html: string): Generator<Tag | null> {
  let at = 0
  for (;;) {
    const start = html.indexOf('<', at)
    if (start < 0) return
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4)
      if (end < 0) return yield null
      at = end + 3
      continue
    }
    TAG_NAME.lastIndex = start + 1
    const name = TAG_NAME.exec(html)?.[0].toLowerCase()
    const inner = endOfTag(html, start + 1)
    if (inner < 0) return yield null
    at = inner
    if (name === undefined) {
      if (html[start + 1] === '!') continue
      return yield null
    }
    let text = ''
    if (RAW_TEXT.test(name)) {
      const close = closingTag(html, name, inner)
      if (close < 0) return yield null
      text = html.slice(inner, close)
      // A script that contains the start of a comment may go on behind its end tag.
      if (name === 'script' && text.includes('<!--')) return yield null
      at = html.indexOf('>', close) + 1
      if (at === 0) return yield null
    }
    const attributes =
      name === 'script' || name === 'link'
        ? readAttributes(html.slice(start + 1 + name.length, inner - 1))
        : {}
    yield { name, start, end: at, attributes, text }
  }
}

/** Index behind the `>` of a tag, outside of quoted values; -1 without one. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const character = html[at]
    if (character === '>') return at + 1
    if (character === '"' || character === "'") {
      at = html.indexOf(character, at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

function closingTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) {
      if (/[\s/>]/.test(html[at + 2 + name.length] ?? '')) return at
    }
  }
  return -1
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] ??= (double ?? single ?? bare ?? '').replaceAll('&amp;', '&')
  }
  return attributes
}
