import { createServer } from 'node:http'
import { z } from 'zod'
import { feedPosition } from '#lib/cache/feed.ts'
import { followChanges } from '#lib/cache/follow.ts'
import { createFollowers, untilFollowed } from '#lib/cache/followers.ts'
import { purge } from '#lib/cache/look.ts'
import { createSharedCache } from '#lib/cache/shared.ts'
import { currentScope, expireTags } from '#lib/cache/state.ts'
import { cacheStores } from '#lib/cache/stores.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { cacheUrlSchema } from '#lib/redis/address.ts'
import { setProcessState } from '#lib/process-state.ts'
import { connectRedis } from '#lib/redis/connect.ts'
import { createHandler } from '#server/handler.ts'
import { createHealth } from '#server/health.ts'
import { createGuard } from '#server/limits.ts'
import { createPageCache } from '#server/page-cache.ts'
import { storesOf } from '#server/page-stores.ts'
import { createSharedPages } from '#server/shared-pages.ts'

/*
 * A web process without the framework: its pages show a text of the origin, and their tags are those of the header `x-tags`
 * there. Started by page-processes.ts.
 */

const { ORIGIN, CACHE_URL, SECRET, EVERY_MS, VARIANT, DEADLINE_MS } = z
  .object({
    ORIGIN: z.string(),
    CACHE_URL: cacheUrlSchema,
    SECRET: z.string(),
    EVERY_MS: z.coerce.number(),
    VARIANT: z.string(),
    DEADLINE_MS: z.coerce.number(),
  })
  .parse(process.env)
/** Commands without an answer. */
let failed = 0
const failures = { failed: () => void (failed += 1), works: () => undefined }
const redis = connectRedis(CACHE_URL, failures)
await redis.settle(1_000)
setProcessState('followers', createFollowers(redis))
const cache = createPageCache()
const sharedCache = createSharedCache({
  redis,
  secret: SECRET,
  variant: VARIANT,
  deadlineMs: DEADLINE_MS,
})
setProcessState('sharedCache', sharedCache)
cacheStores.set('pages', storesOf(cache).pages)
const shared = createSharedPages(sharedCache, cache)
const handle = createHandler({
  next: async (req, res) => {
    const answer = await fetch(`${ORIGIN}${req.url ?? ''}`)
    const text = await answer.text()
    for (const tag of (answer.headers.get('x-tags') ?? '').split(',')) {
      currentScope()?.page?.tags.add(tag)
    }
    res.writeHead(answer.status, { 'content-type': 'text/html', 'cache-control': 's-maxage=300' })
    res.end(text)
  },
  pages: { find: () => undefined },
  cache,
  shared,
  siteUrl: 'https://keystrip.test',
  trustedProxies: [],
  pageDeadlineMs: 7_500,
  health: createHealth('http://127.0.0.1:9'),
  guard: createGuard({ buckets: createBuckets({ factor: 1e6 }), endStalled: () => false }),
  onError: ({ error }) => process.stderr.write(`${String(error)}\n`),
})
const { signal } = new AbortController()
void followChanges({ backendUrl: ORIGIN, secret: SECRET, signal, everyMs: EVERY_MS })
process.on('message', async (message) => {
  const { expire, isRemoval } = z
    .object({ expire: z.array(z.string()), isRemoval: z.boolean() })
    .parse(message)
  expireTags(expire)
  if (isRemoval) await untilFollowed()
  process.send?.({ expired: true })
})
const server = createServer((req, res) => {
  if (req.url === '/position') return void res.end(String(feedPosition() ?? -1))
  if (req.url === '/failed') return void res.end(String(failed))
  if (req.url?.startsWith('/purge/')) {
    const key = req.url.slice('/purge'.length)
    return void purge({ key }).then((purged) => res.end(JSON.stringify(purged)))
  }
  return void handle(req, res)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit(0))
