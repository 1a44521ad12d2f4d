import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache'
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'
import { z } from 'zod'
import { currentScope, expireTags, position } from '#lib/cache/state.ts'
import { type CacheControl, createStore, type Value } from './store.ts'

type Get = Parameters<CacheHandler['get']>
type Put = Parameters<CacheHandler['set']>

const store = createStore(forgetLifetime)

/**
 * Next's cache (`cacheHandler`, next.config.mjs): responses of route handlers in a bounded store in memory, and the few pages without
 * catalogue data. Other pages are dynamic to Next: the page cache of the server keeps them (server/page-renders.ts). Answers of the
 * backend have a cache of their own (lib/cache/answers.ts).
 *
 * - A render is dropped when one of its tags expired after its request began.
 * - A stale response of a route handler is served while a new one is made.
 * - What is made of answers is as old as the oldest of them, so that the two lifetimes do not add up.
 */
export default class MemoryCacheHandler implements CacheHandler {
  async get(key: Get[0], context: Get[1]): Promise<CacheHandlerValue | null> {
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
    const kind = 'kind' in context ? String(context.kind) : 'APP_ROUTE'
    if (scope?.claimRender && !(await scope.claimRender())) return busyPage(kind)
    if (scope) scope.began = position()
    return null
  }

  async set(key: Put[0], value: Put[1], context: Put[2]): Promise<void> {
    if (value === null || 'data' in value) return
    const scope = currentScope()
    const now = Date.now()
    // Only a build renders outside of a request; nothing has expired before it.
    const began = scope?.began ?? 0
    const cacheControl = shortened('cacheControl' in context ? context.cacheControl : undefined)
    const isUnchanged = store.isStored(value)
    const lastModified = isUnchanged ? now : Math.min(now, scope?.oldestRead ?? now)
    const isFailure = 'status' in value && (value.status ?? 200) >= 500
    const metadata = { tags: [...(scope?.page?.tags ?? [])], began, lastModified, cacheControl }
    const isStored = !isFailure && store.set(key, value, metadata)
    if (!isStored) return forgetLifetime(key)
    if (scope && !isUnchanged) setFreshness(lastModified, cacheControl)
  }

  /** `revalidateTag` and `revalidatePath` of Next; this site expires tags itself. */
  async revalidateTag(tags: string | string[]): Promise<void> {
    expireTags([tags].flat())
  }

  resetRequestCache(): void {
    // Nothing is cached per request.
  }
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

/** A response lives no longer than the answers that it is made of. */
function shortened(cacheControl: CacheControl | undefined): CacheControl | undefined {
  const lifetimeS = currentScope()?.page?.lifetimeS
  if (!cacheControl || lifetimeS === undefined || cacheControl.revalidate === false) {
    return cacheControl
  }
  return { ...cacheControl, revalidate: Math.min(cacheControl.revalidate, lifetimeS) }
}

function setFreshness(lastModified: number, cacheControl: CacheControl | undefined) {
  const scope = currentScope()
  if (scope) scope.freshUntil = staleAt(lastModified, cacheControl)
}

function staleAt(lastModified: number, cacheControl: CacheControl | undefined): number {
  const revalidate = cacheControl?.revalidate ?? false
  return revalidate === false ? Infinity : lastModified + revalidate * 1000
}

/** Lifetimes of all pages that Next has rendered; it keeps them without a bound. */
export function cacheControls(): Map<unknown, unknown> | undefined {
  const lifetimes: unknown = Reflect.get(SharedCacheControls, 'cacheControls')
  return lifetimes instanceof Map ? lifetimes : undefined
}

function forgetLifetime(key: string): void {
  cacheControls()?.delete(key)
}
