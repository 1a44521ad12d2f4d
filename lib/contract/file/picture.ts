import { z } from 'zod'
import { type Image, idSchema } from '#lib/contract/project.ts'

/**
 * Widths of scaled pictures, in pixels. Lists show covers 280 to 390 CSS pixels wide: 320 serves a device pixel
 * ratio of 1, 768 of 2, 1200 of 3. The detail page and the light box use 1200 and 1920.
 */
export const PICTURE_WIDTHS = [320, 768, 1200, 1920] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** `GET /picture/{id}/{width}`. */
export const pictureParamsSchema = z.object({
  id: idSchema,
  width: z.enum(PICTURE_WIDTHS.map(String)).transform(Number),
})

/** The `srcset` of a picture, up to `widest` pixels; `undefined` if the backend does not scale. */
export function srcSetOf(
  { sources = [] }: Pick<Image, 'sources'>,
  widest: number = Math.max(...PICTURE_WIDTHS),
): string | undefined {
  const fits = sources.filter(({ width }) => width <= widest)
  return fits.length === 0 ? undefined : fits.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** The address of the smallest source at least `width` pixels wide; else the original. */
export function sourceFor({ url, sources = [] }: Pick<Image, 'url' | 'sources'>, width: number) {
  const fits = sources.filter((source) => source.width >= width)
  return fits.toSorted((a, b) => a.width - b.width)[0]?.url ?? url
}

/** Length of the longest ground: a data URL of one pixel, in characters. */
const GROUND_MAX = 100

/** The placeholder of a picture that is not seen at once: only the ground of a transparent one, which stays behind it. */
export const groundOf = ({ placeholder }: Pick<Image, 'placeholder'>): string | null =>
  placeholder && placeholder.length < GROUND_MAX ? placeholder : null
