import { z } from 'zod'
import { pagesInManifestSchema } from '#lib/contract/file/container.ts'
import { DRAWING_TONES } from '#lib/contract/file/contents.ts'
import { coverLookSchema } from '#lib/contract/file/cover.ts'
import { fileKindSchema } from '#lib/contract/kind-schema.ts'
import { acceptedPictureSchema } from '#backend/services/picture/messages.ts'

/* Inputs and outputs of the worker tasks `draw-cover` and `preview-covers`; both sides parse them. */

/** Drawings in a cover, and pages of a strip, at most. */
export const ICONS_MAX = 48
export const PAGES_MAX = 6

/** What a file has to draw: its sanitised icons, its pages if it is a strip, and title and kind for a file without either. */
export const artSchema = z.object({
  kind: fileKindSchema,
  title: z.string(),
  icons: z
    .array(z.object({ name: z.string(), svg: z.string(), tone: z.enum(DRAWING_TONES).nullable() }))
    .max(ICONS_MAX),
  pages: pagesInManifestSchema.nullable(),
})
export type Art = z.infer<typeof artSchema>

export const drawInputSchema = z.object({ art: artSchema, look: coverLookSchema })
export type DrawInput = z.infer<typeof drawInputSchema>
export const drawOutputSchema = z.object({
  cover: acceptedPictureSchema,
  gallery: z.array(acceptedPictureSchema).min(1).max(3),
})
export type Drawn = z.infer<typeof drawOutputSchema>

export const previewInputSchema = z.object({
  art: artSchema,
  palette: coverLookSchema.shape.palette,
})
export type PreviewInput = z.infer<typeof previewInputSchema>
export const previewOutputSchema = z.object({
  picture: z.instanceof(Uint8Array),
  /** Whether the title is drawn, so that another one makes another picture. */
  isTitled: z.boolean(),
})
export type Previews = z.infer<typeof previewOutputSchema>
