import { readInput } from '#lib/worker/program-error.ts'
import { sizeOfDrawing } from '#backend/services/drawing/part.ts'
import { isRaster } from '#backend/services/drawing/raster.ts'
import { type AcceptOutput, foundPictureInputSchema } from '#backend/services/picture/messages.ts'
import { sanitise } from './drawings.ts'
import { acceptPicture } from './pictures.ts'

/** Task `accept-found-picture`: a picture of a repository as an upload is stored; an SVG as a sanitised drawing. */
export async function acceptFoundPicture(input: unknown): Promise<AcceptOutput> {
  const { bytes } = readInput(foundPictureInputSchema, input)
  const picture = await acceptPicture({ bytes, widths: [] })
  if (!('refused' in picture) || picture.refused !== 'bad_image' || isRaster(bytes)) return picture
  const drawn = await sanitise({ bytes, size: bytes.length, isDeflated: false })
  if ('refused' in drawn) return picture
  return {
    bytes: Buffer.from(drawn.svg),
    ...sizeOfDrawing(drawn.svg),
    placeholder: null,
    derived: [],
    animation: null,
    isDrawing: true,
  }
}
