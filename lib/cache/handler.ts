import type {
  CacheHandler,
  CacheHandlerContext,
  CacheHandlerValue,
} from 'next/dist/server/lib/incremental-cache'
import NextFileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'
import { z } from 'zod'
import { currentScope, expireTags, position } from './state.ts'
import { type CacheControl, createStore, type Value } from './store.ts'

type Get = Parameters<CacheHandler['get']>
type Put = Parameters<CacheHandler['set']>

/** The tags of a page, in the headers that Next stores with it. */
const TAGS_HEADER = 'x-next-cache-tags'

const classSchema = z.custom<typeof NextFileSystemCache>((value) => typeof value === 'function')
/** A CommonJS module: Node gives its exports where its types promise the default one. */
const FileSystemCache = z
  .union([classSchema, z.object({ default: classSchema }).transform((module) => module.default)])
  .parse(NextFileSystemCache)

const store = createStore(forgetLifetime)

/**
 * Next's cache (`cacheHandler`, next.config.mjs). Pages made at run time and answers of the
 * catalogue stay in memory within one stated bound; what the build prerendered comes from disk.
 *
 * - A render is dropped when one of its tags expired after its request began.
 * - An answer past its lifetime is not served: the read waits for the backend. A page past its
 *   lifetime is served once more while a new one is rendered.
 * - A page is as old as the oldest answer in it, so that the two lifetimes do not add up.
 */
export default class MemoryCacheHandler implements CacheHandler {
  readonly #disk: NextFileSystemCache | undefined

  constructor({ fs, serverDistDir, ...context }: CacheHandlerContext) {
    if (!fs || serverDistDir === undefined) return
    this.#disk = new FileSystemCache({ ...context, fs, serverDistDir, maxMemoryCacheSize: 0 })
  }

  async get(key: Get[0], context: Get[1]): Promise<CacheHandlerValue | null> {
    return 'tags' in context || String(context.kind) === 'FETCH'
      ? getAnswer(key, context)
      : this.#getPage(key, context)
  }

  async set(key: Put[0], value: Put[1], context: Put[2]): Promise<void> {
    if (value === null) return
    const scope = currentScope()
    const now = Date.now()
    // Outside of a request only a build renders; nothing has expired before it.
    const began = scope?.began ?? 0
    if ('data' in value) {
      const tags = ('tags' in context && context.tags) || (value.tags ?? [])
      store.set(key, value, { tags, began, lastModified: now, cacheControl: undefined })
      return
    }
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined
    const isKept = store.isKept(value)
    const lastModified = isKept ? now : Math.min(now, scope?.oldestRead ?? now)
    const isFailure = 'status' in value && (value.status ?? 200) >= 500
    const facts = { tags: tagsOf(value), began, lastModified, cacheControl }
    const isStored = !isFailure && store.set(key, value, facts)
    if (!isStored) forgetLifetime(key)
    else if (scope && !isKept) noteFreshness(lastModified, cacheControl)
  }

  /** `revalidateTag` and `revalidatePath` of Next; this site expires tags itself. */
  async revalidateTag(tags: string | string[]): Promise<void> {
    expireTags([tags].flat())
  }

  resetRequestCache(): void {
    // Nothing is kept per request.
  }

  async #getPage(key: Get[0], context: Get[1]): Promise<CacheHandlerValue | null> {
    const scope = currentScope()
    // What is rendered from here on is read after this moment.
    if (scope) scope.began = position()
    const found = store.get(key) ?? (await this.#readDisk(key, context))
    if (found) {
      const { value, cacheControl } = found
      let { lastModified } = found
      const isStale = staleAt(lastModified, cacheControl) < Date.now()
      // Too busy to render it anew: as it is, and the next request tries again.
      if (isStale && scope?.tryRender && !scope.tryRender()) lastModified = Date.now()
      noteFreshness(lastModified, cacheControl)
      return { lastModified, value, ...(cacheControl && { cacheControl }) }
    }
    if (scope?.claimRender && !(await scope.claimRender())) return busy(String(context.kind))
    if (scope) scope.began = position()
    return null
  }

  /** What the build prerendered shows nothing of the catalogue, so no tag ever expires it. */
  async #readDisk(key: Get[0], context: Get[1]) {
    const found = await this.#disk?.get(key, context)
    if (!found?.value) return undefined
    const { value, lastModified, cacheControl } = found
    store.set(key, value, { tags: tagsOf(value), began: 0, lastModified, cacheControl })
    return store.get(key)
  }
}

function getAnswer(key: string, context: Get[1]): CacheHandlerValue | null {
  const tags = 'tags' in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : []
  const found = store.get(key, tags)
  if (!found?.value || !('data' in found.value)) return null
  const { value, lastModified } = found
  const lifetime = ('revalidate' in context && context.revalidate) || value.revalidate
  if (lastModified + lifetime * 1000 < Date.now()) return null
  const scope = currentScope()
  if (scope) scope.oldestRead = Math.min(scope.oldestRead ?? lastModified, lastModified)
  return { lastModified, value }
}

/** The page or answer in place of one that cannot be rendered now; Next's kinds are types only. */
const busySchema = z.custom<Value>((value) => typeof value === 'object')

/** What is answered in place of a page when too many are being rendered. */
function busy(kind: string): CacheHandlerValue {
  const page = { html: '', rscData: Buffer.alloc(0) }
  const body = kind === 'APP_ROUTE' ? { body: Buffer.alloc(0) } : page
  const value = busySchema.parse({ kind, status: 503, headers: {}, ...body })
  return { lastModified: Date.now(), value, cacheControl: { revalidate: 1, expire: undefined } }
}

function noteFreshness(lastModified: number, cacheControl: CacheControl | undefined) {
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

/** Next remembers the lifetime of each page that it ever rendered, without a bound. */
function forgetLifetime(key: string): void {
  const lifetimes: unknown = Reflect.get(SharedCacheControls, 'cacheControls')
  if (lifetimes instanceof Map) lifetimes.delete(key)
}
