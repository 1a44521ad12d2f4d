import { z } from 'zod'
import { TITLE_MAX } from '#lib/contract/limits.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { lineSchema, upTo } from '#lib/contract/text.ts'

/** Layouts that a cover can have, numbered from 1. What they show depends on the kind of the file. */
export const COVER_LAYOUTS = 6

/** Palettes of drawn pictures, each with ground, accent and first key colour. */
export const COVER_PALETTES = {
  ink: ['#14131a', '#b7a1ff', '#7c5cff'],
  tide: ['#0e191e', '#5fc8c0', '#2f8f96'],
  ember: ['#1c1210', '#ff9a62', '#d9623b'],
  moss: ['#141a14', '#b5d274', '#7fa04a'],
  night: ['#0f1422', '#8fb0ff', '#4a6bd6'],
  paper: ['#f5efe4', '#6038cf', '#6038cf'],
  blush: ['#f8e9e2', '#c2375f', '#c2375f'],
  violet: ['#4a2fa0', '#ffcf86', '#f6f0ff'],
} as const
export type CoverPalette = keyof typeof COVER_PALETTES

const isPalette = (name: string): name is CoverPalette => Object.hasOwn(COVER_PALETTES, name)
export const COVER_PALETTE_NAMES = Object.keys(COVER_PALETTES).filter(isPalette)

/** The previews of all layouts in one picture: rows of cells of 16:10. */
export const COVER_PREVIEWS = { columns: 3, width: 400, height: 250 } as const

/** What covers of files show that have neither icons nor pages. */
export const coverTitleSchema = z.object({
  title: upTo(lineSchema, TITLE_MAX)
    .optional()
    .describe(
      'Drawn where the contents of the file are not shown; by default the name of the file.',
    ),
})

/** How a cover is drawn. */
export const coverLookSchema = z.object({
  layout: z.number().int().min(1).max(COVER_LAYOUTS),
  palette: z.enum(COVER_PALETTE_NAMES),
})
export type CoverLook = z.infer<typeof coverLookSchema>

/** `POST /file/{id}/cover`. */
export const drawCoverRequestSchema = coverLookSchema.extend(coverTitleSchema.shape)
export type DrawCoverRequest = z.infer<typeof drawCoverRequestSchema>

/** A cover and a gallery, drawn from a project file and stored like uploads. */
export const drawnPicturesSchema = z.object({
  cover: uploadedFileSchema,
  gallery: z.array(uploadedFileSchema).min(1).max(3),
})
export type DrawnPictures = z.infer<typeof drawnPicturesSchema>
