import { ArchiveError } from './error.ts'

/** What a browser takes for HTML (MIME Sniffing Standard, section 7.1), after white space. */
const HTML =
  /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i
const SHORTCUT = /^\[(?:InternetShortcut|Desktop Entry|autorun)\]/i
const JSON_START = /^(?:\{\s*["}]|\[\s*["\d\-tfn[{\]])/
const JSON_END = /[\]}]$/
/** What may stand before the root of an XML document. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>)/i
const ROOT = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/
const RENDERED = new Set(['svg', 'html', 'head', 'body', 'script'])
const DOCTYPE = /^<!DOCTYPE\s+(?:[\w.-]+:)?(svg|html)\b/i

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
  const root = ROOT.exec(markup)?.[1]?.toLowerCase()
  if (HTML.test(trimmed)) throw new ArchiveError('refused_type', { value: 'HTML' })
  if (root !== undefined && RENDERED.has(root)) {
    throw new ArchiveError('refused_type', { value: root === 'svg' ? 'SVG' : 'HTML' })
  }
  if (!isText(text)) return false
  if (SHORTCUT.test(trimmed) || (root === 'plist' && text.includes('<key>URL</key>'))) {
    throw new ArchiveError('refused_type', { value: 'shortcut' })
  }
  const end = decoder(tail).trimEnd()
  const isJson = JSON_START.test(trimmed) && JSON_END.test(end)
  const isXml = root !== undefined && end.endsWith('>')
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

/** Whether there are no control characters besides white space. */
// oxlint-disable-next-line no-control-regex -- control characters are what tells binary data
const isText = (text: string) => !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)

/** By the byte order mark; without one, bytes as characters, which tells markup and control characters. */
function decoderOf(head: Buffer): (bytes: Buffer) => string {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return (bytes) => new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return (bytes) => new TextDecoder('utf-16be').decode(bytes)
  const hasMark = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  return (bytes) => (hasMark ? bytes.toString('utf8') : bytes.toString('latin1'))
}
