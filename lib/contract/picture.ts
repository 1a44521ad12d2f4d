import { z } from 'zod'
import { type Image, idSchema } from './project.ts'

/**
 * The widths in pixels that pictures are scaled to. Lists show covers 280 to 390 pixels wide: 320 serves
 * them at one device pixel per pixel, 768 at two, 1200 at three. 1200 and 1920 serve the page of a
 * project and the light box.
 */
export const PICTURE_WIDTHS = [320, 768, 1200, 1920] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** `GET /picture/{id}/{width}`: one address per picture and width. */
export const pictureParamsSchema = z.object({
  id: idSchema,
  width: z.enum(PICTURE_WIDTHS.map(String)).transform(Number),
})

/** The `srcset` of a picture; nothing where the backend scales none. */
export function srcSetOf({ sources }: Pick<Image, 'sources'>): string | undefined {
  if (!sources || sources.length === 0) return undefined
  return sources.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** The address of the smallest form that is at least `width` pixels wide; else the original's. */
export function sourceFor({ url, sources = [] }: Pick<Image, 'url' | 'sources'>, width: number) {
  const fits = sources.filter((source) => source.width >= width)
  return fits.toSorted((a, b) => a.width - b.width)[0]?.url ?? url
}
