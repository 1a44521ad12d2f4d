import type { DrawingTone } from '#lib/contract/file/contents.ts'
import { chromaOf, type Colour, luminanceOf } from './colour.ts'

/** Tolerance for rounding and colour profiles, of 255: chroma of a grey, spread of one shade. */
const GREY_CHROMA_MAX = 12
const SHADE_SPREAD_MAX = 24
/** Luminance limits: darker colours have a contrast below 1.9 on tiles of the dark theme, lighter ones below 1.4 on those of the light theme. */
const DARK_BELOW = 0.062
const LIGHT_ABOVE = 0.69

/**
 * The tone of a drawing: on which backgrounds its colours are visible.
 * @param hasUnknown whether it has further colours that could not be parsed.
 */
export function toneOf(colours: Colour[], { hasUnknown = false } = {}): DrawingTone {
  const shades = colours.map((colour) => Math.max(...colour))
  const isGrey = colours.every((colour) => chromaOf(colour) <= GREY_CHROMA_MAX)
  const isOneShade = Math.max(0, ...shades) - Math.min(255, ...shades) <= SHADE_SPREAD_MAX
  if (!hasUnknown && isGrey && isOneShade) return 'mono'
  const luminances = colours.map(luminanceOf)
  const isDark = luminances.some((luminance) => luminance < DARK_BELOW)
  const isLight = luminances.some((luminance) => luminance > LIGHT_ABOVE)
  if (isDark && isLight) return 'mixed'
  if (isDark) return 'dark'
  return isLight ? 'light' : 'any'
}
