import { isExpired } from '#lib/cache/state.ts'
import type { CacheStore } from '#lib/cache/stores.ts'
import type { PageCache } from './page-cache.ts'

/** The stores of the page cache, to look into (lib/cache/look.ts). */
export function storesOf({
  entries,
  refusals,
  freshnessOf,
  now,
}: PageCache): Record<'pages' | 'refusals', CacheStore> {
  return {
    pages: {
      ...sizesOf(entries),
      *entries() {
        for (const [key, entry] of entries.entries()) {
          const freshness = freshnessOf(entry)
          const state = entry.isRemoved ? 'removed' : freshness
          const age = now() - entry.storedAt
          yield { key, tags: entry.tags, bytes: entry.body.bytes(), age, state }
        }
      },
    },
    refusals: {
      ...sizesOf(refusals),
      *entries() {
        for (const [key, { tags, began, begunAt, freshUntil }] of refusals.entries()) {
          const state = isExpired(tags, began) || freshUntil <= now() ? 'removed' : 'fresh'
          yield { key, tags, bytes: 0, age: now() - begunAt, state }
        }
      },
    },
  }
}

const sizesOf = (cache: PageCache['entries'] | PageCache['refusals']) => ({
  maxBytes: cache.maxSize,
  bytes: () => cache.calculatedSize,
  size: () => cache.size,
  remove: (key: string) => cache.delete(key),
})
