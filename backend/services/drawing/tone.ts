import type { DrawingTone } from '#lib/contract/inside.ts'
import { chromaOf, type Colour, luminanceOf } from './colour.ts'

/** Steps of 255: what rounding and colour profiles make of a grey, and of one shade of it. */
const GREY_CHROMA_MAX = 12
const SHADE_SPREAD_MAX = 24
/** Darker is lost on the dark theme's tiles (contrast below 1.9), lighter on the light one's (1.4). */
const DARK_BELOW = 0.062
const LIGHT_ABOVE = 0.69

/**
 * On what ground a drawing of these colours can be seen.
 * @param isMore whether there are other colours in it, which nobody could read.
 */
export function toneOf(colours: Colour[], { isMore = false } = {}): DrawingTone {
  const shades = colours.map((colour) => Math.max(...colour))
  const isGrey = colours.every((colour) => chromaOf(colour) <= GREY_CHROMA_MAX)
  const isOneShade = Math.max(0, ...shades) - Math.min(255, ...shades) <= SHADE_SPREAD_MAX
  if (!isMore && isGrey && isOneShade) return 'mono'
  const luminances = colours.map(luminanceOf)
  const isDark = luminances.some((one) => one < DARK_BELOW)
  const isLight = luminances.some((one) => one > LIGHT_ABOVE)
  if (isDark && isLight) return 'mixed'
  if (isDark) return 'dark'
  return isLight ? 'light' : 'any'
}
