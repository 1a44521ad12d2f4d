import { readInput } from '#lib/worker/program-error.ts'
import type { Art } from '#backend/services/cover/messages.ts'
import {
  type AcceptedPicture,
  foundPictureInputSchema,
} from '#backend/services/picture/messages.ts'
import { LIST_WIDTHS } from '#backend/services/picture/widths.ts'
import { drawPictures } from './covers.ts'
import { sanitise } from './drawings.ts'
import { acceptPicture } from './pictures.ts'

/** Narrower pictures are icons, in pixels. */
const WIDTH_MIN = 400
/** An icon is shown large on a ground. */
const LOOK = { layout: 1, palette: 'ink' } as const

/**
 * Task `draw-pack-picture`: a picture of a pack of icons as a cover; an icon (SVG, PNG) is drawn on one.
 * @returns `null` for anything else.
 */
export async function drawPackPicture(input: unknown): Promise<AcceptedPicture | null> {
  const { bytes } = readInput(foundPictureInputSchema, input)
  const picture = await acceptPicture({ bytes, widths: [...LIST_WIDTHS] })
  if (!('refused' in picture) && picture.width >= WIDTH_MIN) return picture
  const drawn = await sanitise({ bytes, size: bytes.length, isDeflated: false })
  if ('refused' in drawn) return null
  const { svg, tone } = drawn
  const icons = [{ name: 'pack', svg, tone }]
  const art: Art = { kind: 'icon', title: '', icons, pages: null }
  return (await drawPictures({ art, look: LOOK })).cover
}
