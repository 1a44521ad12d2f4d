import { ArchiveError } from './error.ts'

/** What a browser takes for HTML (MIME Sniffing Standard, section 7.1), after white space. */
const HTML =
  /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i
const SHORTCUT = /^\[(?:InternetShortcut|Desktop Entry|autorun)\]/i
const JSON_START = /^(?:\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:)|\[\s*["\d\-tfn[{])/s
const JSON_END = /[\]}]$/
/** What may stand before the root of an XML document. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>)/i
const ROOT = /^<((?:[\w.-]+:)?([\w.-]+))[\s/>]/
/** Roots that browsers render, and elements of HTML that no XML has for its root. */
const RENDERED = new Set(
  'svg html head body script iframe frameset img embed plaintext math marquee'.split(' '),
)
/** Scripts of Windows Script Host, its components, and applications of HTML. */
const SCRIPTS = new Set('job package component scriptlet registration hta:application'.split(' '))
/** Documents by which Java or Windows run or install something, or open in place of a folder. */
const RUN = new Set(
  'jnlp pcsettings mmc_consolefile librarydescription searchconnectordescription persistedquery assembly appinstaller'.split(
    ' ',
  ),
)
/** The end of an XML document: its root is closed, or empty, or a comment or an instruction follows. */
const CLOSED = /<\/([\w.:-]+)\s*>$/
const XML_END = /(?:\/|--|\?)>$/
/** What makes a browser render any XML, or Office open it. Entities may stand for parts of the same. */
const RENDERING =
  /<\?(?:xml-stylesheet|mso-application)|<!ENTITY|http:\/\/www\.w3\.org\/1999\/xhtml/
const REFERENCE = /&#(?:x0*([\da-f]{1,6})|0*(\d{1,7}));/gi
const DOCTYPE = /^<!DOCTYPE\s+(?:[\w.-]+:)?(svg|html|plist)\b/i
/** Roots that are refused as types of their own: macOS runs or opens what some property lists name. */
const TYPES = new Set(['svg', 'plist'])

/**
 * Refuses scripts, markup that browsers render, shortcuts, and text that is neither JSON nor XML. By its first and last bytes alone.
 * @returns whether the file is text that is accepted.
 * @throws ArchiveError `refused_type`, `plain_text`.
 */
export function refuseText(head: Buffer, tail: Buffer): boolean {
  const decoder = decoderOf(head)
  const text = decoder(head).replace(/^\ufeff/, '')
  if (text.startsWith('#!')) throw new ArchiveError('refused_type', { value: 'script' })
  const trimmed = text.trimStart()
  const markup = skipProlog(trimmed)
  const [, tag = '', local = ''] = ROOT.exec(markup) ?? []
  const root = local.toLowerCase()
  if (TYPES.has(root)) throw new ArchiveError('refused_type', { value: root.toUpperCase() })
  const isRendered = RENDERED.has(root) || (root !== '' && RENDERING.test(resolve(text)))
  if (isRendered || HTML.test(trimmed)) throw new ArchiveError('refused_type', { value: 'HTML' })
  if (!isText(text)) return false
  if (SCRIPTS.has(root) || SCRIPTS.has(tag.toLowerCase())) {
    throw new ArchiveError('refused_type', { value: 'script' })
  }
  if (SHORTCUT.test(trimmed) || RUN.has(root))
    throw new ArchiveError('refused_type', { value: 'shortcut' })
  const end = decoder(tail).trimEnd()
  const isJson = JSON_START.test(trimmed) && JSON_END.test(end)
  const isXml = root !== '' && (XML_END.test(end) || CLOSED.exec(end)?.[1] === tag)
  if (!isJson && !isXml) throw new ArchiveError('plain_text')
  return true
}

/** The text from the root element on. @throws ArchiveError for the document type of what browsers render. */
function skipProlog(text: string): string {
  let rest = text
  for (let part = PROLOG.exec(rest); part !== null; part = PROLOG.exec(rest)) {
    const type = DOCTYPE.exec(part[0])?.[1]
    if (type !== undefined) throw new ArchiveError('refused_type', { value: type.toUpperCase() })
    rest = rest.slice(part[0].length)
  }
  return rest
}

/** The text with the characters that its numeric references stand for. */
const resolve = (text: string) =>
  text.replaceAll(REFERENCE, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference
  })

/** Whether there are no control characters besides white space. */
// oxlint-disable-next-line no-control-regex -- control characters are what tells binary data
const isText = (text: string) => !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)

const LESS_THAN = 0x3c

/** By the byte order mark, or markup in UTF-16 without one; else bytes as characters, which tells markup and control characters. */
function decoderOf(head: Buffer): (bytes: Buffer) => string {
  const [first, second, third, fourth] = head
  const isTag = (low: number | undefined, high: number | undefined) =>
    low === LESS_THAN && high === 0
  if (isTag(first, second) && fourth === 0)
    return (bytes) => new TextDecoder('utf-16le').decode(bytes)
  if (isTag(second, first) && third === 0)
    return (bytes) => new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xff && second === 0xfe) return (bytes) => new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return (bytes) => new TextDecoder('utf-16be').decode(bytes)
  const hasMark = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  return (bytes) => (hasMark ? bytes.toString('utf8') : bytes.toString('latin1'))
}
