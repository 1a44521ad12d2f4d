import { ICON_MAX_BYTES } from '#backend/services/container/icon-size.ts'
import { applyStyles } from '#backend/services/drawing/style/apply-styles.ts'
import { boundNumbers } from './bounded-numbers.ts'
import { DrawingError } from './limits.ts'
import { collectLosses, prune } from './losses.ts'
import type { Converted } from './messages.ts'
import { collectPaints } from './paints.ts'
import { parseDrawing } from './parse.ts'
import { dropPictures, type Encode, replacePictures } from './pictures.ts'
import { Keys, renameIds } from './references.ts'
import { toneOf } from './tone.ts'
import type { SvgElement } from './tree.ts'
import { checkWeight } from './weight.ts'
import { writeDrawing } from './write.ts'

/**
 * Sanitises an SVG: keeps allowed elements and attributes and internal references, resolves style sheets,
 * and bounds the cost of rendering. The result is serialised from the parsed tree, so that all parsers
 * agree on it, with plain ids. Embedded pictures are removed. Linear in the length of the source.
 */
export function convertDrawing(source: string): Converted {
  try {
    const drawing = readDrawing(source)
    dropPictures(drawing.root)
    return finish(drawing)
  } catch (error) {
    return refuse(error)
  }
}

/** The same; embedded pictures are replaced by those that `encode` makes of them. */
export async function convertWithPictures(source: string, encode: Encode): Promise<Converted> {
  try {
    const drawing = readDrawing(source)
    await replacePictures(drawing.root, encode)
    return finish(drawing)
  } catch (error) {
    return refuse(error)
  }
}

type Drawing = { root: SvgElement; hasFonts: boolean }

function readDrawing(source: string): Drawing {
  if (source.length > ICON_MAX_BYTES) throw new DrawingError('too_complex')
  const keys = new Keys()
  const { root, css } = parseDrawing(source, keys)
  const { losses, hasFonts } = applyStyles(root, css, keys)
  root.losses.push(...losses)
  prune(root)
  boundNumbers(root)
  checkWeight(root)
  return { root, hasFonts }
}

function finish({ root, hasFonts }: Drawing): Converted {
  const simplified = collectLosses(root, { hasFonts })
  renameIds(root)
  const { colours, hasUnknown } = collectPaints(root)
  return { svg: writeDrawing(root), tone: toneOf(colours, { hasUnknown }), simplified }
}

function refuse(error: unknown): Converted {
  // Other errors are those of parsers, such as a stack overflow or an invalid name.
  return { refused: error instanceof DrawingError ? error.reason : 'not_svg' }
}

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
