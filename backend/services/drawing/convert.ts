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

export { decodeDrawing } from './decode.ts'

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
