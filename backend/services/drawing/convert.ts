import { ICON_MAX_BYTES } from '#backend/services/container/icon-size.ts'
import { applyStyles } from './apply-styles.ts'
import { boundNumbers } from './bounded-numbers.ts'
import { DrawingError } from './limits.ts'
import type { Converted } from './messages.ts'
import { parseDrawing } from './parse.ts'
import { collectPaints } from './paints.ts'
import { toneOf } from './tone.ts'
import { checkWeight } from './weight.ts'
import { writeDrawing } from './write.ts'

/**
 * Sanitises an SVG: keeps allowed elements and attributes and internal references, resolves style sheets,
 * and bounds the cost of rendering. The result is serialised from the parsed tree, so that all parsers
 * agree on it. Linear in the length of the source.
 */
export function convertDrawing(source: string): Converted {
  try {
    if (source.length > ICON_MAX_BYTES) throw new DrawingError('too_complex')
    const { root, css } = parseDrawing(source)
    applyStyles(root, css)
    boundNumbers(root)
    checkWeight(root)
    const { colours, hasUnknown } = collectPaints(root)
    return { svg: writeDrawing(root), tone: toneOf(colours, { hasUnknown }), simplified: [] }
  } catch (error) {
    if (error instanceof DrawingError) return { refused: error.reason }
    // Errors of the parser, such as a stack overflow or an invalid name.
    return { refused: 'not_svg' }
  }
}

/**
 * Decodes an SVG file: as UTF-8 unless a byte order mark or the XML declaration names another encoding.
 * @throws DrawingError `not_svg`.
 */
export function decodeDrawing(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]{0,150}\bencoding\s*=\s*["']([\w-]{1,30})["']/.exec(head)?.[1]
  const byteOrderMark = { ÿþ: 'utf-16le', þÿ: 'utf-16be' }[head.slice(0, 2)]
  try {
    return new TextDecoder(byteOrderMark ?? declared ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DrawingError('not_svg')
  }
}
