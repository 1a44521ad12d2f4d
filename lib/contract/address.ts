import { z } from 'zod'
import { authorSchema, idSchema, projectSchema } from './project.ts'

/** So many addresses are answered at once. */
export const ADDRESSES_MAX = 1000

/**
 * So many projects or authors are in one sitemap: with each language an address of its own and all languages
 * named in each, 5000 make 25 000 addresses and about 22 MB; 50 000 and 50 MB are allowed.
 */
export const SHARD_SIZE = 5000

/** Each start costs a statement: of a million projects there are at most a thousand. */
export const SHARD_SIZE_MIN = 1000

/** `GET /index/addresses`: where every project is, by id; for the sitemap. Authors are asked for likewise. */
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

/** `GET /index/authors`: who has published something, by `uid`, and when last; for the sitemap. */
export const authorsSchema = z.object({
  items: z.array(
    z.object({
      uid: idSchema,
      name: authorSchema.shape.name,
      updated_at: projectSchema.shape.updated_at,
    }),
  ),
})
export type AuthorAddress = z.infer<typeof authorsSchema>['items'][number]

/** What the sitemap is made of: each is cut into shards of its own. */
export const SHARDED = ['projects', 'authors'] as const
export type Sharded = (typeof SHARDED)[number]

/** `GET /index/shards`: the ids behind which a next shard of `size` projects or authors begins, in order. */
export const shardsQuerySchema = z.object({
  of: z.enum(SHARDED).default('projects'),
  size: z.coerce.number().int().min(SHARD_SIZE_MIN).max(50_000),
})
export const shardsSchema = z.object({ starts: z.array(idSchema) })
