import type { Converted } from '#backend/services/drawing/messages.ts'
import type { Colour } from '#backend/services/drawing/colour.ts'
import { toneOf } from '#backend/services/drawing/tone.ts'
import { isTooLarge, sharp, toSrgb } from './bounded-sharp.ts'

/** Limit of a raster icon, and the longer side of its scaled version, in pixels. */
const PIXELS_MAX = 1024 * 1024
const SIDE_MAX = 144
/** Minimum alpha of a pixel that counts as coloured, and the resolution of its colour channels. */
const ALPHA_MIN = 128
const STEP = 16

/**
 * Converts a raster icon to a drawing: an SVG that contains the scaled and re-encoded pixels, upright, in sRGB; of an
 * animation those of the first frame. All icons of a pack have one type that way, and no uploaded bytes are served.
 */
export async function convertRaster(bytes: Uint8Array): Promise<Converted> {
  try {
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const
    const { data, info } = await toSrgb(
      sharp(bytes, options),
      await sharp(bytes, options).metadata(),
    )
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const raw = { width, height, channels: 4 } as const
    const png = await sharp(data, { raw }).png({ compressionLevel: 9 }).toBuffer()
    const href = `data:image/png;base64,${png.toString('base64')}`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`
    return { svg, tone: toneOf(collectColours(data)), simplified: [] }
  } catch (error) {
    return { refused: isTooLarge(error) ? 'large_picture' : 'damaged_picture' }
  }
}

/** The distinct colours of visible pixels; a colour of less than 0.5 % of them is ignored. */
export function collectColours(pixels: Buffer): Colour[] {
  const counts = new Map<number, { colour: Colour; count: number }>()
  let visible = 0
  for (let offset = 0; offset + 3 < pixels.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(offset, offset + 4)
    if (alpha < ALPHA_MIN) continue
    visible += 1
    const key = [red, green, blue].reduce(
      (hash, channel) => hash * 256 + Math.floor(channel / STEP),
      0,
    )
    const entry = counts.get(key)
    if (entry) entry.count += 1
    else counts.set(key, { colour: [red, green, blue], count: 1 })
  }
  return [...counts.values()].flatMap(({ colour, count }) =>
    count * 200 >= visible ? [colour] : [],
  )
}
