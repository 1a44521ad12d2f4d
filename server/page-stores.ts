import { RULES, stateOf } from '#lib/cache/validity.ts'
import type { CacheStore } from '#lib/cache/stores.ts'
import type { PageCache } from './page-cache.ts'

/** The stores of the page cache, to look into (lib/cache/look.ts). */
export function storesOf({
  pages,
  data,
  files,
  refusals,
  stateOf: stateOfEntry,
  now,
}: PageCache): Record<'pages' | 'data' | 'files' | 'refusals', CacheStore> {
  const storeOf = (entries: PageCache['pages']): CacheStore => ({
    ...sizesOf(entries),
    *entries() {
      for (const [key, entry] of entries.entries()) {
        const age = now() - entry.storedAt
        const { tags, body } = entry
        yield { key, tags, bytes: body.bytes(), age, state: stateOfEntry(entry) }
      }
    },
  })
  return {
    pages: storeOf(pages),
    data: storeOf(data),
    files: storeOf(files),
    refusals: {
      ...sizesOf(refusals),
      *entries() {
        for (const [key, entry] of refusals.entries()) {
          const state = stateOf(entry, RULES.refusals, now())
          yield { key, tags: entry.tags, bytes: 0, age: now() - entry.begunAt, state }
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
