import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache'
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'
import { z } from 'zod'
import { findAnswer, shareAnswer } from './shared-answers.ts'
import { currentScope, expireTags, position } from '#lib/cache/state.ts'
import { type CacheControl, createStore, type Value } from './store.ts'

type Get = Parameters<CacheHandler['get']>
type Put = Parameters<CacheHandler['set']>

/** Header that Next stores with a page: its tags. */
export const TAGS_HEADER = 'x-next-cache-tags'

/** An answer of later than this from now, in ms, was read before the clock was set back. */
const CLOCK_MAX_MS = 60_000

const store = createStore(forgetLifetime)

/**
 * Next's cache (`cacheHandler`, next.config.mjs). Catalogue responses and responses of route handlers
 * share one bounded store in memory, and the few pages without catalogue data. Other pages are dynamic to
 * Next: the page cache of the server keeps them (server/page-renders.ts).
 *
 * - A render is dropped when one of its tags expired after its request began.
 * - A stale answer is not used: the read waits for the backend. A stale response of a route handler is
 *   served while a new one is made.
 * - What is made of answers is as old as the oldest of them, so that the two lifetimes do not add up.
 */
export default class MemoryCacheHandler implements CacheHandler {
  async get(key: Get[0], context: Get[1]): Promise<CacheHandlerValue | null> {
    return 'tags' in context || String(context.kind) === 'FETCH'
      ? (getResponse(key, context) ?? (await this.#getShared(key, context)))
      : this.#getPage(key, context)
  }

  async set(key: Put[0], value: Put[1], context: Put[2]): Promise<void> {
    if (value === null) return
    const scope = currentScope()
    const now = Date.now()
    // Only a build renders outside of a request; nothing has expired before it.
    const began = scope?.began ?? 0
    if ('data' in value) {
      const tags = ('tags' in context && context.tags) || (value.tags ?? [])
      const isStored = store.set(key, value, {
        tags,
        began,
        lastModified: now,
        cacheControl: undefined,
      })
      if (isStored) shareAnswer(key, value, { tags, began, lastModified: now })
      return
    }
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined
    const isUnchanged = store.isStored(value)
    const lastModified = isUnchanged ? now : Math.min(now, scope?.oldestRead ?? now)
    const isFailure = 'status' in value && (value.status ?? 200) >= 500
    const metadata = { tags: tagsOf(value), began, lastModified, cacheControl }
    const isStored = !isFailure && store.set(key, value, metadata)
    if (!isStored) forgetLifetime(key)
    else if (scope && !isUnchanged) setFreshness(lastModified, cacheControl)
  }

  /** `revalidateTag` and `revalidatePath` of Next; this site expires tags itself. */
  async revalidateTag(tags: string | string[]): Promise<void> {
    expireTags([tags].flat())
  }

  resetRequestCache(): void {
    // Nothing is cached per request.
  }

  async #getPage(key: Get[0], context: Get[1]): Promise<CacheHandlerValue | null> {
    const scope = currentScope()
    // A render from here on reads data after this position.
    if (scope) scope.began = position()
    const page = store.get(key)
    if (page) {
      const { value, cacheControl } = page
      let { lastModified } = page
      const isStale = staleAt(lastModified, cacheControl) < Date.now()
      // Too busy to rerender: served as fresh, and the next request tries again.
      if (isStale && scope?.tryRender && !scope.tryRender()) lastModified = Date.now()
      setFreshness(lastModified, cacheControl)
      return { lastModified, value, ...(cacheControl && { cacheControl }) }
    }
    if (scope?.claimRender && !(await scope.claimRender())) return busyPage(String(context.kind))
    if (scope) scope.began = position()
    return null
  }

  /** An answer that another process has read. */
  async #getShared(key: Get[0], context: Get[1]): Promise<CacheHandlerValue | null> {
    const found = await findAnswer(key)
    if (!found || !store.set(key, found.value, found)) return null
    return getResponse(key, context)
  }
}

function getResponse(key: string, context: Get[1]): CacheHandlerValue | null {
  const tags = 'tags' in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : []
  const stored = store.get(key, tags)
  if (!stored?.value || !('data' in stored.value)) return null
  const { value, lastModified } = stored
  const lifetime = ('revalidate' in context && context.revalidate) || value.revalidate
  const age = Date.now() - lastModified
  if (age > lifetime * 1000 || age < -CLOCK_MAX_MS) return null
  const scope = currentScope()
  if (scope) scope.oldestRead = Math.min(scope.oldestRead ?? lastModified, lastModified)
  return { lastModified, value }
}

/** Next exports the kinds of cache values as types only. */
const valueSchema = z.custom<Value>((value) => typeof value === 'object')

/** A 503 in place of a page while too many are being rendered. */
function busyPage(kind: string): CacheHandlerValue {
  const page = { html: '', rscData: Buffer.alloc(0) }
  const body = kind === 'APP_ROUTE' ? { body: Buffer.alloc(0) } : page
  const value = valueSchema.parse({ kind, status: 503, headers: {}, ...body })
  return { lastModified: Date.now(), value, cacheControl: { revalidate: 1, expire: undefined } }
}

function setFreshness(lastModified: number, cacheControl: CacheControl | undefined) {
  const scope = currentScope()
  if (scope) scope.freshUntil = staleAt(lastModified, cacheControl)
}

function staleAt(lastModified: number, cacheControl: CacheControl | undefined): number {
  const revalidate = cacheControl?.revalidate ?? false
  return revalidate === false ? Infinity : lastModified + revalidate * 1000
}

function tagsOf(value: Value): string[] {
  if (!value || !('headers' in value)) return []
  const header = value.headers?.[TAGS_HEADER]
  return typeof header === 'string' ? header.split(',') : []
}

/** Lifetimes of all pages that Next has rendered; it keeps them without a bound. */
export function cacheControls(): Map<unknown, unknown> | undefined {
  const lifetimes: unknown = Reflect.get(SharedCacheControls, 'cacheControls')
  return lifetimes instanceof Map ? lifetimes : undefined
}

function forgetLifetime(key: string): void {
  cacheControls()?.delete(key)
}
