import iconv from 'iconv-lite'
import { detectLegacy } from './legacy.ts'

/** A text and its encoding. `text` is null if its bytes are not valid in the encoding that they begin like. */
export type DecodedText = { text: string | null; encoding: string; isLegacy: boolean }

/** Byte order marks (The Unicode Standard, section 23.8). That of UTF-32 begins like that of UTF-16. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['UTF-32LE', [0xff, 0xfe, 0, 0]],
  ['UTF-32BE', [0, 0, 0xfe, 0xff]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
  ['UTF-8', [0xef, 0xbb, 0xbf]],
]
/** Zero bytes of the first two characters, which are ASCII in JSON and XML (RFC 4627, section 3). */
const PATTERNS: readonly (readonly [encoding: string, zeros: string])[] = [
  ['UTF-32BE', '0001'],
  ['UTF-32LE', '1000'],
  ['UTF-16BE', '0101'],
  ['UTF-16LE', '1010'],
]

/**
 * Decodes a text in UTF-8, UTF-16 or UTF-32, with a byte order mark or without.
 * @returns undefined for bytes that are none of these.
 */
export function decodeUnicode(bytes: Buffer): DecodedText | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return decodeAs(bytes.subarray(marked[1].length), marked[0])
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : '1')).join('')
  const [encoding = 'UTF-8'] = PATTERNS.find(([, pattern]) => pattern === zeros) ?? []
  const decoded = decodeAs(bytes, encoding)
  return decoded.text === null && encoding === 'UTF-8' ? undefined : decoded
}

function decodeAs(bytes: Buffer, encoding: string): DecodedText {
  const text = encoding.startsWith('UTF-32')
    ? iconv.decode(bytes, encoding, { stripBOM: false })
    : strictly(bytes, encoding)
  const isValid = text !== null && !(encoding.startsWith('UTF-32') && text.includes('\ufffd'))
  return { text: isValid ? text : null, encoding, isLegacy: false }
}

function strictly(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * As `decodeUnicode`; other texts in the encoding from before Unicode that makes the most sense of them: for worker processes
 * (`detectLegacy`). `encoding` is `unknown` if there is none.
 */
export async function decodeText(bytes: Buffer): Promise<DecodedText> {
  const unicode = decodeUnicode(bytes)
  if (unicode) return unicode
  const legacy = await detectLegacy(bytes)
  if (!legacy) return { text: null, encoding: 'unknown', isLegacy: true }
  const text = legacy.decode(bytes)
  const isWhole = !text.includes('\ufffd')
  return { text: isWhole ? text : null, encoding: legacy.encoding, isLegacy: true }
}
