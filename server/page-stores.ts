import { isExpired } from '#lib/cache/state.ts'
import type { CacheStore } from '#lib/cache/stores.ts'
import type { PageCache } from './page-cache.ts'

/** The stores of the page cache, to look into (lib/cache/look.ts). */
export function storesOf({
  pages,
  files,
  refusals,
  freshnessOf,
  now,
}: PageCache): Record<'pages' | 'files' | 'refusals', CacheStore> {
  const storeOf = (entries: PageCache['pages']): CacheStore => ({
    ...sizesOf(entries),
    *entries() {
      for (const [key, entry] of entries.entries()) {
        const freshness = freshnessOf(entry)
        const state = entry.isRemoved ? 'removed' : freshness
        const age = now() - entry.storedAt
        yield { key, tags: entry.tags, bytes: entry.body.bytes(), age, state }
      }
    },
  })
  return {
    pages: storeOf(pages),
    files: storeOf(files),
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

const sizesOf = (cache: PageCache['pages'] | PageCache['refusals']) => ({
  maxBytes: cache.maxSize,
  bytes: () => cache.calculatedSize,
  size: () => cache.size,
  remove: (key: string) => cache.delete(key),
})
