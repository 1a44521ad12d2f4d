import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFeed } from '#lib/cache/feed.ts'
import { createSharedCache, type SharedCache } from '#lib/cache/shared.ts'
import { position } from '#lib/cache/state.ts'
import { createPageCache } from '#server/page-cache.ts'
import type { PageKey } from '#server/page-key.ts'
import { createSharedPages } from '#server/shared-pages.ts'
import {
  clientOf,
  isRedisInstalled,
  startRedis,
  type TestRedis,
} from '#tests/support/engines/redis.ts'

const PAGE: PageKey = { key: '/home/index', kind: 'document', target: '/home/index' }

describe.skipIf(!isRedisInstalled)('two web processes', () => {
  let server: TestRedis
  let redis: Awaited<ReturnType<typeof clientOf>>['redis']
  let shared: SharedCache
  beforeAll(async () => {
    server = await startRedis()
    ;({ redis } = await clientOf(server.url))
    shared = createSharedCache({ redis, secret: 'of the site', variant: 'a', deadlineMs: 10_000 })
    startFeed({ history: 'history-1', position: 10 }, position())
  })
  afterAll(async () => {
    redis.close()
    await server.stop()
  })

  /** Pages of a process with a memory of its own. */
  const pagesWith = (cache: SharedCache) => {
    const memory = createPageCache()
    return { memory, pages: createSharedPages(cache, memory) }
  }

  it('render a page once when one stores it between the look and the lock of the other', async () => {
    const first = pagesWith(shared)
    const renderInFirst = async () => {
      const taken = await first.pages.take(PAGE)
      if (taken.kind !== 'render') throw new Error('it was stored before')
      const entry = first.memory.store(PAGE.key, {
        tags: ['catalogue'],
        began: position(),
        begunAt: Date.now(),
        freshUntil: Date.now() + 60_000,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<p>first</p>'),
      })
      await taken.end(entry)
    }
    let looks = 0
    const second = pagesWith({
      ...shared,
      read: async (key) => {
        const found = await shared.read(key)
        looks += 1
        if (looks === 1) await renderInFirst()
        return found
      },
    })
    expect(await second.pages.take(PAGE)).toMatchObject({ kind: 'entry' })
    // The lock is free again.
    expect(await shared.lock(PAGE.key)).toEqual(expect.any(Function))
  })
})
