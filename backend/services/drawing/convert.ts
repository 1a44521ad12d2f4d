import type { DrawingRefusal, DrawingTone } from '#lib/contract/inside.ts'
import { applyStyles } from './apply-styles.ts'
import { boundNumbers } from './bounded-numbers.ts'
import { DRAWING_MAX_BYTES, Refused } from './limits.ts'
import { parseDrawing } from './parse.ts'
import { paintsOf } from './paints.ts'
import { toneOf } from './tone.ts'
import { checkWeight } from './weight.ts'
import { writeDrawing } from './write.ts'

export type Converted = { svg: string; tone: DrawingTone } | { refused: DrawingRefusal }

/**
 * An SVG of which only the drawing is left: known elements, references within itself, style sheets
 * resolved, and bounded in what it costs to show. It is parsed and written anew, so that no two
 * readers can understand it differently. The time grows with the length of the source alone.
 */
export function convertDrawing(source: string): Converted {
  try {
    if (source.length > DRAWING_MAX_BYTES) throw new Refused('too_complex')
    const { root, css } = parseDrawing(source)
    applyStyles(root, css)
    boundNumbers(root)
    checkWeight(root)
    const { colours, isMore } = paintsOf(root)
    return { svg: writeDrawing(root), tone: toneOf(colours, { isMore }) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason }
    // A stack overflow of a library, or a name that its objects cannot hold.
    return { refused: 'not_svg' }
  }
}

/** The text of an SVG file: UTF-8, unless a byte order mark or its declaration names another. */
export function decodeDrawing(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]{0,150}\bencoding\s*=\s*["']([\w-]{1,30})["']/.exec(head)?.[1]
  const marked = { ÿþ: 'utf-16le', þÿ: 'utf-16be' }[head.slice(0, 2)]
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('not_svg')
  }
}
