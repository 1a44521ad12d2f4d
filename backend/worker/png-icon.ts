import type { Converted } from '#backend/services/drawing/convert.ts'
import type { Colour } from '#backend/services/drawing/colour.ts'
import { toneOf } from '#backend/services/drawing/tone.ts'
import { sharp } from './bounded-sharp.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Pixels of a PNG that is an icon, and of the longer side of what is shown of it. */
const PIXELS_MAX = 1024 * 1024
const SIDE_SHOWN = 144
/** A pixel that is more transparent than this shows no colour; colours are told apart in such steps. */
const ALPHA_MIN = 128
const STEP = 16

export const isPng = (bytes: Uint8Array) => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length))

/**
 * A PNG icon as a drawing: its pixels encoded anew, no larger than they are shown, in an SVG that holds
 * nothing else. So all icons of a pack are of one type, and nothing of the file itself is served.
 */
export async function convertPng(bytes: Uint8Array): Promise<Converted> {
  try {
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const
    const { data, info } = await sharp(bytes, options)
      .resize({ width: SIDE_SHOWN, height: SIDE_SHOWN, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const raw = { width, height, channels: 4 } as const
    const png = await sharp(data, { raw }).png({ compressionLevel: 9 }).toBuffer()
    const href = `data:image/png;base64,${png.toString('base64')}`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`
    return { svg, tone: toneOf(coloursOf(data)) }
  } catch {
    return { refused: 'bad_png' }
  }
}

/** The colours of the pixels that can be seen, similar ones once; single pixels of one are none. */
function coloursOf(pixels: Buffer): Colour[] {
  const counts = new Map<number, { colour: Colour; count: number }>()
  let seen = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < ALPHA_MIN) continue
    seen += 1
    const key = [red, green, blue].reduce((sum, one) => sum * 256 + Math.floor(one / STEP), 0)
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { colour: [red, green, blue], count: 1 })
  }
  return [...counts.values()].flatMap(({ colour, count }) => (count * 200 >= seen ? [colour] : []))
}
