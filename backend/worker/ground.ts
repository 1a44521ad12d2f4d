import { IMAGE_MAX_PIXELS } from '#lib/contract/limits.ts'
import { luminanceOf } from '#backend/services/drawing/colour.ts'
import { toneOf } from '#backend/services/drawing/tone.ts'
import { sharp } from './bounded-sharp.ts'
import { collectColours } from './raster-icon.ts'

/** Side of the sample that is looked at, in pixels. */
const SAMPLE = 64
/** Grounds of transparent pictures, as those of icons (`.icon-ground` in app/globals.css). */
const LIGHT = '#f4f1ec'
const DARK = '#252220'
const MIDDLE = '#96908a'
/** The luminance that contrasts as much with the light ground as with the dark one. */
const EQUAL = 0.15

/**
 * The ground on which a transparent picture can be seen in both themes: the other end of its luminance, or the middle where it
 * has dark and light parts. `null` for an opaque picture.
 */
export async function groundOf(bytes: Uint8Array): Promise<string | null> {
  const picture = () => sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
  const metadata = await picture().metadata()
  if (!metadata.hasAlpha || (await picture().stats()).isOpaque) return null
  const sample = await picture()
    .resize({ width: SAMPLE, height: SAMPLE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const colours = collectColours(sample)
  if (toneOf(colours) === 'mixed') return MIDDLE
  return mean(colours.map(luminanceOf)) < EQUAL ? LIGHT : DARK
}

const mean = (values: number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
