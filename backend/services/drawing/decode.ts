/** The encoding of files without a declaration that are not UTF-8; it has a character for each byte. */
const LEGACY = 'windows-1252'

/**
 * Decodes an SVG file, in this order: by its byte order mark, as UTF-16 if its first character is two bytes, as the
 * XML declaration names (labels of the Encoding standard), as UTF-8, as Windows-1252.
 */
export function decodeDrawing(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const wide = wideEncodingOf(head)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  const declared = /^\s*<\?xml[^>]{0,150}\bencoding\s*=\s*["']([\w:-]{1,30})["']/.exec(
    head.replace(/^ï»¿/, ''),
  )?.[1]
  // A declaration that can be read bytewise is wrong about UTF-16.
  const labels = /^utf-?16/i.test(declared ?? '') ? ['utf-8'] : [declared ?? 'utf-8', 'utf-8']
  for (const label of labels) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // Unknown label, or other bytes than declared.
    }
  }
  return new TextDecoder(LEGACY).decode(bytes)
}

/** UTF-16 by its byte order mark, or by the first character, which is `<` or a space. */
function wideEncodingOf(head: string): string | undefined {
  if (head.startsWith('ÿþ') || /^[<\s]\0/.test(head)) return 'utf-16le'
  if (head.startsWith('þÿ') || /^\0[<\s]/.test(head)) return 'utf-16be'
  return undefined
}
