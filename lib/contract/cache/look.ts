import { z } from 'zod'

/*
 * What an operator sees of the caches of one web process: `/api/cache` of the web app, with `INTERNAL_SECRET`. Not part of the contract
 * with backends.
 */

/** Pages, the data of their scripts, share cards and embeds, statuses of addresses without a page, answers of the API, answers of the backend that pages are made of, and answers of searches. */
export const CACHE_STORES = [
  'pages',
  'data',
  'files',
  'refusals',
  'api',
  'answers',
  'searches',
] as const
export type CacheStoreName = (typeof CACHE_STORES)[number]

/** Keys or tags in one answer, and tags of one key. */
export const CACHE_ITEMS_MAX = 200
export const CACHE_TAGS_MAX = 20

/** `stores` has the numbers alone. Keys and tags are in their order, after the last one of the answer before. */
export const cacheQuerySchema = z.object({
  of: z.enum(['stores', 'keys', 'tags']).default('stores'),
  store: z.enum(CACHE_STORES).optional(),
  /** The beginning of the keys, or of the tags. */
  begins: z.string().max(4000).default(''),
  /** Keys that have this tag. */
  tag: z.string().max(300).optional(),
  after: z.string().max(8000).default(''),
  limit: z.coerce.number().int().min(1).max(CACHE_ITEMS_MAX).default(50),
})
export type CacheQuery = z.infer<typeof cacheQuerySchema>

const cacheProcessSchema = z.object({
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  started_at: z.iso.datetime(),
  /** Other web processes that run now; `null` without a server of `CACHE_URL`. */
  others: z.number().int().nullable(),
})

/**
 * `fresh` is sent or used; `outdated` by a change and still sent; `stale` is sent while it is made anew; `expired` is
 * sent only where that fails, and of pages only; `removed` never.
 */
export const CACHE_STATES = ['fresh', 'outdated', 'stale', 'expired', 'removed'] as const
export type CacheState = (typeof CACHE_STATES)[number]

export const cacheKeySchema = z.object({
  store: z.enum(CACHE_STORES),
  key: z.string(),
  /** The first `CACHE_TAGS_MAX`. */
  tags: z.array(z.string()).max(CACHE_TAGS_MAX),
  tag_count: z.number().int(),
  bytes: z.number().int(),
  age_seconds: z.number().int(),
  state: z.enum(CACHE_STATES),
})
export const cacheTagSchema = z.object({
  tag: z.string(),
  keys: z.number().int(),
  bytes: z.number().int(),
})

/** Of the requests of a route, or for the answers of a call, since the process began. */
export const cacheRatioSchema = z.object({
  of: z.enum(['route', 'call']),
  name: z.string(),
  requests: z.number().int(),
  /** Sent from memory or from the server of `CACHE_URL`, stale ones too. */
  hits: z.number().int(),
})

export const cacheLookSchema = z.object({
  process: cacheProcessSchema,
  stores: z.array(
    z.object({
      store: z.enum(CACHE_STORES),
      keys: z.number().int(),
      bytes: z.number().int(),
      max_bytes: z.number().int(),
    }),
  ),
  ratios: z.array(cacheRatioSchema),
  keys: z.array(cacheKeySchema).max(CACHE_ITEMS_MAX),
  tags: z.array(cacheTagSchema).max(CACHE_ITEMS_MAX),
  /** `after` of the next keys or tags; `null` at the end. */
  next: z.string().nullable(),
})
export type CacheLook = z.infer<typeof cacheLookSchema>

/** A tag expires as after a removal: in this process and in caches in front. A key goes from this process and from `CACHE_URL`. */
export const cachePurgeSchema = z.union([
  z.strictObject({ tag: z.string().regex(/^[\x21-\x7e]{1,300}$/) }),
  z.strictObject({ key: z.string().min(1).max(8000) }),
])
export type CachePurge = z.infer<typeof cachePurgeSchema>
/** `keys`: how many keys this process had of it. */
export const cachePurgedSchema = z.object({
  process: cacheProcessSchema,
  keys: z.number().int(),
})
