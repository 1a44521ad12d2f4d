import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { feedPosition } from '#lib/cache/feed.ts'
import { followChanges } from '#lib/cache/follow.ts'
import { createFollowers, untilFollowed, untilRead } from '#lib/cache/followers.ts'
import { purge } from '#lib/cache/look.ts'
import { purgeCaches } from '#lib/cache/purge.ts'
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
import { modelAnswerSchema, readModelPage } from '#tests/support/change-model.ts'

/*
 * A web process without the framework. Its pages show a text of the origin, and their tags are those of the header `x-tags`
 * there; with PAGES=model they are made of answers of the origin (change-model.ts). Started by page-processes.ts.
 */

const { ORIGIN, CACHE_URL, PURGE_URL, SECRET, EVERY_MS, VARIANT, DEADLINE_MS, PAGES, PORT } = z
  .object({
    ORIGIN: z.string(),
    CACHE_URL: cacheUrlSchema.optional(),
    PURGE_URL: z.string().optional(),
    PORT: z.coerce.number(),
    PAGES: z.enum(['text', 'model']).default('text'),
    SECRET: z.string(),
    EVERY_MS: z.coerce.number(),
    VARIANT: z.string(),
    DEADLINE_MS: z.coerce.number(),
  })
  .parse(process.env)
/** Commands without an answer. */
let failed = 0
const failures = { failed: () => void (failed += 1), works: () => undefined }
/** How far the clock of the page cache is ahead, in ms. */
let ahead = 0
const cache = createPageCache({ now: () => Date.now() + ahead })
cacheStores.set('pages', storesOf(cache).pages)

/** Shares pages and positions with the other processes. */
async function share(cacheUrl: z.output<typeof cacheUrlSchema>) {
  const redis = connectRedis(cacheUrl, failures)
  await redis.settle(1_000)
  setProcessState('followers', createFollowers(redis))
  const options = { redis, secret: SECRET, variant: VARIANT, deadlineMs: DEADLINE_MS }
  const sharedCache = createSharedCache(options)
  setProcessState('sharedCache', sharedCache)
  return createSharedPages(sharedCache, cache)
}

async function sendText(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const answer = await fetch(`${ORIGIN}${req.url ?? ''}`)
  const text = await answer.text()
  for (const tag of (answer.headers.get('x-tags') ?? '').split(',')) {
    currentScope()?.page.tags.add(tag)
  }
  res.writeHead(answer.status, { 'content-type': 'text/html', 'cache-control': 's-maxage=300' })
  res.end(text)
}

async function sendModel(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const text = await readModelPage(req.url ?? '', async (call, input) => {
    const query = new URLSearchParams({ ...input, call })
    return modelAnswerSchema.parse(await (await fetch(`${ORIGIN}/answer?${query}`)).json())
  })
  res.writeHead(text === null ? 404 : 200, { 'content-type': 'text/html' }).end(text ?? '')
}

const shared = CACHE_URL && (await share(CACHE_URL))
const handle = createHandler({
  next: PAGES === 'model' ? sendModel : sendText,
  sendsTags: true,
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
if (PURGE_URL !== undefined) {
  purgeCaches({ urls: [PURGE_URL], signal, failures, repeatMs: 200 })
}
/** `expire`: tags of a write without the feed; the others wait as the site does before it answers a write. */
const messageSchema = z.object({
  expire: z.array(z.string()).default([]),
  until: z.enum(['read', 'followed']).optional(),
  ahead: z.number().optional(),
})
process.on('message', async (message) => {
  const { expire, until, ...clock } = messageSchema.parse(message)
  expireTags(expire)
  ahead = clock.ahead ?? ahead
  if (until === 'followed') await untilFollowed()
  if (until === 'read') await untilRead()
  process.send?.({ done: true })
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
server.listen(PORT, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit(0))
