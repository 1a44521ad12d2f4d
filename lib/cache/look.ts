import os from 'node:os'
import {
  CACHE_TAGS_MAX,
  type CacheLook,
  type CachePurge,
  type CacheQuery,
  type CacheStoreName,
} from '#lib/contract/cache/look.ts'
import { getProcessState } from '#lib/process-state.ts'
import type { MetricName } from '#lib/telemetry/metrics.ts'
import { seriesOfMetric } from '#lib/telemetry/registry.ts'
import { VERSION } from '#lib/version.ts'
import { sharedKey } from './answers.ts'
import { expireTags } from './state.ts'
import { cacheStores, type StoreEntry } from './stores.ts'

/* What an operator sees and purges of the caches of this process. A look takes time by their size, some ten thousand keys. */

const STARTED_AT = new Date(Date.now() - process.uptime() * 1000).toISOString()

async function aboutProcess(): Promise<CacheLook['process']> {
  const others = (await getProcessState('followers')?.countOthers()) ?? null
  return { host: os.hostname(), pid: process.pid, version: VERSION, started_at: STARTED_AT, others }
}

/** The stores, the ratios of hits, and a part of the keys or tags. */
export async function look(query: CacheQuery): Promise<CacheLook> {
  const { items: keys, next: nextKey } =
    query.of === 'keys' ? partOf(matching(query), idOf, query) : NONE
  const { items: tags, next: nextTag } =
    query.of === 'tags' ? partOf(tagsIn(query), ({ tag }) => tag, query) : NONE
  return {
    process: await aboutProcess(),
    stores: [...cacheStores].map(([store, { size, bytes, maxBytes }]) => ({
      store,
      keys: size(),
      bytes: bytes(),
      max_bytes: maxBytes,
    })),
    ratios: [
      ...ratios('route', 'keystrip_page_cache_requests_total'),
      ...ratios('call', 'keystrip_answer_requests_total'),
    ],
    keys: keys.map(({ store, key, tags: all, bytes, age, state }) => ({
      store,
      key,
      tags: all.slice(0, CACHE_TAGS_MAX),
      tag_count: all.length,
      bytes,
      age_seconds: Math.round(age / 1000),
      state,
    })),
    tags,
    next: nextKey ?? nextTag,
  }
}

/** Purges a tag or a key. @returns how many keys of this process had the tag, or were the key. */
export async function purge(
  request: CachePurge,
): Promise<{ process: CacheLook['process']; keys: number }> {
  const keys = 'tag' in request ? purgeTag(request.tag) : await purgeKey(request.key)
  return { process: await aboutProcess(), keys }
}

function purgeTag(tag: string): number {
  const keys = [...allStored(undefined)].filter(({ tags }) => tags.includes(tag)).length
  expireTags([tag])
  return keys
}

async function purgeKey(key: string): Promise<number> {
  const shared = getProcessState('sharedCache')
  // What it has would come back.
  await Promise.all([shared?.remove(key), shared?.remove(sharedKey(key))])
  return [...cacheStores.values()].filter((store) => store.remove(key)).length
}

type Located = StoreEntry & { store: CacheStoreName }

function* allStored(wanted: CacheStoreName | undefined): Generator<Located> {
  for (const [store, { entries }] of cacheStores) {
    if (wanted !== undefined && store !== wanted) continue
    for (const stored of entries()) yield { ...stored, store }
  }
}

const idOf = ({ store, key }: Located) => `${store} ${key}`

function* matching({ store, begins, tag }: CacheQuery): Generator<Located> {
  for (const stored of allStored(store)) {
    if (!stored.key.startsWith(begins)) continue
    if (tag === undefined || stored.tags.includes(tag)) yield stored
  }
}

/** The tags of what is stored, with the number and the size of the keys that have them. */
function tagsIn({ store, begins }: CacheQuery): CacheLook['tags'] {
  const found = new Map<string, { tag: string; keys: number; bytes: number }>()
  for (const { tags, bytes } of allStored(store)) {
    for (const tag of tags) {
      if (!tag.startsWith(begins)) continue
      const known = found.get(tag) ?? { tag, keys: 0, bytes: 0 }
      found.set(tag, { tag, keys: known.keys + 1, bytes: known.bytes + bytes })
    }
  }
  return [...found.values()]
}

const NONE = { items: [], next: null }

/** The first items after a place, in the order of code units. */
function partOf<T>(
  items: Iterable<T>,
  placeOf: (item: T) => string,
  { after, limit }: CacheQuery,
): { items: T[]; next: string | null } {
  const later = [...items]
    .map((item) => ({ item, place: placeOf(item) }))
    .filter(({ place }) => place > after)
    .toSorted((one, two) => (one.place < two.place ? -1 : 1))
  const part = later.slice(0, limit)
  const next = later.length > limit ? (part.at(-1)?.place ?? null) : null
  return { items: part.map(({ item }) => item), next }
}

const HITS = new Set(['hit', 'stale', 'shared', 'refusal'])

/** Of a counter whose labels are a name and a result, the names with most requests first. */
function ratios(of: 'route' | 'call', metric: MetricName): CacheLook['ratios'] {
  const found = new Map<string, CacheLook['ratios'][number]>()
  for (const { labels, count } of seriesOfMetric(metric)) {
    const [name = '', result = ''] = labels
    const known = found.get(name) ?? { of, name, requests: 0, hits: 0 }
    known.requests += count
    if (HITS.has(result)) known.hits += count
    found.set(name, known)
  }
  return [...found.values()].toSorted((one, two) => two.requests - one.requests)
}
