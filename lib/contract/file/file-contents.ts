import { z } from 'zod'
import { pagesSchema } from './contents.ts'
import { projectFileSchema } from '#lib/contract/project.ts'
import { packIconsSchema } from '#lib/contract/search.ts'

/**
 * `GET /file/{id}/contents`: what the page of a project with this file would show of it. A file has pages or icons;
 * the other list is empty. Drawings that are still being prepared have a placeholder under their address.
 */
export const fileContentsSchema = z.object({
  file: projectFileSchema.pick({ name: true, size: true, sha256: true }),
  icons: packIconsSchema,
  pages: pagesSchema.shape.pages,
})
export type FileContents = z.infer<typeof fileContentsSchema>
