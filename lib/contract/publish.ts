import { z } from 'zod'
import { categorySchema, operatingSystemSchema } from './kind.ts'
import { DESCRIPTION_MAX, GALLERY_MAX } from './limits.ts'
import { idSchema, projectSchema, repositoryUrlSchema, versionSchema } from './project.ts'

/** `POST /{kind}`; `PUT /{kind}` carries the `id` besides. */
export const createRequestSchema = z.object({
  title: projectSchema.shape.title,
  description: z.string().max(DESCRIPTION_MAX),
  version: versionSchema,
  operating_systems: z.array(operatingSystemSchema).min(1).max(5),
  minimum_version: versionSchema,
  category: categorySchema,
  tags: projectSchema.shape.tags,
  file_id: idSchema.optional(),
  cover_id: idSchema,
  gallery_ids: z.array(idSchema).min(1).max(GALLERY_MAX),
  owner: projectSchema.shape.owner,
  repository_url: repositoryUrlSchema.optional(),
})
export const updateRequestSchema = createRequestSchema.partial().extend({ id: idSchema })
export const deleteQuerySchema = z.object({ id: idSchema })

/** The text fields of the multipart body of `POST /file/upload`; the file itself is `file`. */
export const uploadFieldsSchema = z.object({ purpose: z.enum(['project', 'cover', 'gallery']) })
export const uploadedFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
})

export const githubCheckQuerySchema = z.object({
  owner: z.string().min(1).max(39),
  repository_url: repositoryUrlSchema,
})
/** What the plugin form shows read-only. */
export const githubCheckSchema = projectSchema
  .pick({ title: true, description: true, version: true, operating_systems: true })
  .extend({
    author: z.string(),
    minimum_version: versionSchema.nullable(),
    license: z.string().nullable(),
    repository_url: repositoryUrlSchema,
    release: projectSchema.shape.release,
  })
