import { beforeEach, expect, it } from 'vitest'
import { clearAnswers, readAnswer } from '#lib/cache/answers.ts'
import { look, purge } from '#lib/cache/look.ts'
import { expireTags, position } from '#lib/cache/state.ts'
import { cacheStores } from '#lib/cache/stores.ts'
import {
  CACHE_ITEMS_MAX,
  CACHE_TAGS_MAX,
  cacheLookSchema,
  cacheQuerySchema,
} from '#lib/contract/cache/look.ts'
import { createPageCache } from '#server/page-cache.ts'
import { storesOf } from '#server/page-stores.ts'

const clock = { now: 1_000_000 }
let cache: ReturnType<typeof createPageCache>
beforeEach(() => {
  clearAnswers()
  cache = createPageCache({ now: () => clock.now })
  const { pages, refusals } = storesOf(cache)
  cacheStores.set('pages', pages).set('refusals', refusals)
})

function store(key: string, tags: string[]) {
  const validity = { tags, began: position(), begunAt: clock.now, freshUntil: clock.now + 300_000 }
  const headers = { 'content-type': 'text/html' }
  cache.store(key, { ...validity, headers, body: Buffer.from('a page') })
}
const ask = async (query: object) =>
  cacheLookSchema.parse(await look(cacheQuerySchema.parse(query)))
const keysOf = async (query: object) =>
  (await ask({ of: 'keys', ...query })).keys.map(({ key }) => key)

it('shows pages and answers with tags, age, size and state, and which process has them', async () => {
  store('/home/iconpack', ['list:icon'])
  await readAnswer(
    { key: 'list {}', tags: ['list:icon'], tagsOf: () => ['card:icon:1'], lifetimeMs: 60_000 },
    async () => ({}),
  )
  clock.now += 1_500
  expireTags(['list:icon'], { isSoft: true })
  const { process: about, keys, stores } = await ask({ of: 'keys', tag: 'list:icon' })
  expect(keys).toEqual([
    {
      store: 'answers',
      key: 'list {}',
      tags: ['list:icon', 'card:icon:1'],
      tag_count: 2,
      bytes: 2,
      age_seconds: 0,
      state: 'expired',
    },
    {
      store: 'pages',
      key: '/home/iconpack',
      tags: ['list:icon'],
      tag_count: 1,
      bytes: 6,
      age_seconds: 2,
      state: 'stale',
    },
  ])
  expect(about).toMatchObject({ pid: process.pid, others: null })
  const pages = stores.find(({ store }) => store === 'pages')
  expect(pages).toMatchObject({ keys: 1, max_bytes: 20 * 1024 * 1024 })
})

it('lists keys in parts, each key once, whatever is used or stored meanwhile', async () => {
  for (let at = 0; at < 7; at++) store(`/home/author/${at}`, [`author:${at}`])
  const seen: string[] = []
  for (let after = '', turn = 0; turn < 10; turn++) {
    const { keys, next } = await ask({ of: 'keys', store: 'pages', limit: '3', after })
    seen.push(...keys.map(({ key }) => key))
    if (next === null) break
    after = next
    cache.find('/home/author/6')
    store('/home/author/0', ['author:0'])
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => `/home/author/${at}`))
  expect(await keysOf({ store: 'pages', begins: '/home/author/4' })).toEqual(['/home/author/4'])
})

it('lists tags with the number of their keys', async () => {
  store('/home/index', ['list:icon', 'list:plugin'])
  store('/home/iconpack', ['list:icon'])
  const { tags } = await ask({ of: 'tags', store: 'pages' })
  expect(tags).toEqual([
    { tag: 'list:icon', keys: 2, bytes: 12 },
    { tag: 'list:plugin', keys: 1, bytes: 6 },
  ])
})

it('bounds what one answer has', async () => {
  const many = Array.from({ length: CACHE_TAGS_MAX + 5 }, (_, at) => `card:icon:${at}`)
  for (let at = 0; at <= CACHE_ITEMS_MAX; at++) store(`/home/author/${at}`, many)
  const { keys } = await ask({ of: 'keys', limit: CACHE_ITEMS_MAX })
  expect(keys).toHaveLength(CACHE_ITEMS_MAX)
  expect(keys[0]).toMatchObject({ tag_count: many.length, tags: many.slice(0, CACHE_TAGS_MAX) })
  expect(cacheQuerySchema.safeParse({ limit: CACHE_ITEMS_MAX + 1 }).success).toBe(false)
})

it('purges one key, or all that has a tag', async () => {
  store('/home/index', ['list:icon'])
  store('/home/faq', [])
  store('/home/iconpack', ['list:icon'])
  expect(await purge({ key: '/home/faq' })).toMatchObject({ keys: 1 })
  expect(await keysOf({ store: 'pages' })).toEqual(['/home/iconpack', '/home/index'])
  expect(await purge({ tag: 'list:icon' })).toMatchObject({ keys: 2 })
  expect(cache.find('/home/index')).toBeUndefined()
})

it('counts the hits of answers by call', async () => {
  const rules = { key: 'related a', tags: [], tagsOf: () => [], lifetimeMs: 60_000 }
  const ratioOf = async () =>
    (await ask({})).ratios.find(({ of, name }) => of === 'call' && name === 'related')
  for (let at = 0; at < 4; at++) await readAnswer(rules, async () => ({}))
  expect(await ratioOf()).toMatchObject({ requests: 4, hits: 3 })
})
