import { z } from 'zod'
import { authorSchema, idSchema, projectSchema } from './project.ts'

/** Entries per answer. */
export const ADDRESSES_MAX = 1000

/**
 * Projects or authors per sitemap. With five languages, each linking to all others, 5000 make 25 000 addresses
 * and about 22 MB; sitemaps may have 50 000 and 50 MB.
 */
export const SHARD_SIZE = 5000

/** A shard may grow to so many before the shards are found again. */
export const SHARD_MAX = 2 * SHARD_SIZE

/** Each shard costs a statement: a million projects have at most a thousand. */
export const SHARD_SIZE_MIN = 1000

/** `GET /index/addresses`: all projects by id, for the sitemap. Authors have the same query. */
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

/** `GET /index/authors`: authors by `uid` with their last change, for the sitemap. */
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

/** What the sitemap lists, each in its own shards. */
export const SHARDED = ['projects', 'authors'] as const
export type Sharded = (typeof SHARDED)[number]

/** `GET /index/shards`: the last id of each full shard of `size` entries, in order. */
export const shardsQuerySchema = z.object({
  of: z.enum(SHARDED).default('projects'),
  size: z.coerce.number().int().min(SHARD_SIZE_MIN).max(50_000),
})
export const shardsSchema = z.object({ starts: z.array(idSchema) })
