import { z } from 'zod'
import { idSchema, projectSchema } from './project.ts'

/** So many addresses are answered at once. */
export const ADDRESSES_MAX = 1000

/**
 * So many projects are in one sitemap: with each language an address of its own and all languages
 * named in each, 5000 make 25 000 addresses and about 22 MB; 50 000 and 50 MB are allowed.
 */
export const SHARD_SIZE = 5000

/** `GET /index/addresses`: where every project is, by id; for the sitemap. */
export const addressesQuerySchema = z.object({
  after: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(ADDRESSES_MAX).default(ADDRESSES_MAX),
})
export const addressesSchema = z.object({
  items: z.array(
    projectSchema
      .pick({ kind: true, id: true, updated_at: true })
      .extend({ cover_url: z.string() }),
  ),
})
export type Address = z.infer<typeof addressesSchema>['items'][number]

/** `GET /index/shards`: the ids behind which a next shard of `size` projects begins, in order. */
export const shardsQuerySchema = z.object({ size: z.coerce.number().int().min(1).max(50_000) })
export const shardsSchema = z.object({ starts: z.array(idSchema) })
