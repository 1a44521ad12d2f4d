import type { CacheState, CacheStoreName } from '#lib/contract/cache/look.ts'
import { ensureProcessState } from '#lib/process-state.ts'

/** What is stored under a key. */
export type StoreEntry = {
  key: string
  tags: readonly string[]
  bytes: number
  /** In ms. */
  age: number
  state: CacheState
}
/** A cache of this process, to look into. */
export type CacheStore = {
  maxBytes: number
  bytes: () => number
  size: () => number
  /** Everything in it. Reading counts as no use. */
  entries: () => Iterable<StoreEntry>
  /** @returns whether there was something. */
  remove: (key: string) => boolean
}

declare module '#lib/process-state.ts' {
  interface ProcessState {
    cacheStores: Map<CacheStoreName, CacheStore>
  }
}

/** The caches of this process. Each adds itself (server/page-cache.ts, lib/cache/answers.ts). */
export const cacheStores = ensureProcessState('cacheStores', () => new Map())
