import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isExpired, isRemoved, position } from '#lib/cache/state.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import { type Encoding, StoredBody, varyByEncoding } from './compression.ts'

/** Size of the cache in bytes, as stored: compressed where a client accepts that. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024
/** What answers of the API take of it at most (answer-read.ts): with a cursor or a version in each address they would push out all pages. */
export const API_MAX_BYTES = 4 * 1024 * 1024
const PAGES_MAX_BYTES = CACHE_MAX_BYTES - API_MAX_BYTES
/** Share cards and embeds, besides: a card has 40 to 80 kB, and a crawler of cards would push out all pages. */
const FILES_MAX_BYTES = 8 * 1024 * 1024
const FILE = /^\/(?:cards|embed)\//
/** Size in bytes of what is stored of addresses without a page: their status and tags. */
const REFUSALS_MAX_BYTES = 2 * 1024 * 1024
/** Larger bodies are not stored. */
const BODY_MAX_BYTES = 2 * 1024 * 1024
/** Estimate of the objects and header blocks of an entry. */
const ENTRY_OVERHEAD_BYTES = 2048
/**
 * How long after its lifetime a page is served at once while it is rendered again, in ms; later, the
 * visitor waits for the new one, and gets the old one only if that fails.
 */
const STALE_MS = 300_000
/** After a failure, the old page is served for this long before the next attempt, in ms. */
const RETRY_MS = 5_000

/**
 * A page that a change has outdated, but that shows nothing that was taken away, is served for this long from the start of its render,
 * in ms: below the two seconds of docs/behaviour.md. In the first of them it is not rendered again, however many changes there are.
 */
const OUTDATED_MS = 1_900
const AGAIN_MS = 1_000
/** The same while renders wait for each other (render-page.ts): then pages are rendered again one after the other. */
const LATE_MS = 30_000

/** What was stored later than this from now, in ms, was stored before the clock was set back. */
const CLOCK_MAX_MS = 60_000

/** How old what was rendered is, and which writes purge it. */
export type Validity = {
  /** Tags of the page (lib/cache/tags.ts). */
  tags: readonly string[]
  /** `position()` when its render began: what expired later outdates it. */
  began: number
  /** When its render began, in ms since the epoch. */
  begunAt: number
  /** When it becomes stale, in ms since the epoch. */
  freshUntil: number
}
export type CacheEntry = Validity & {
  body: StoredBody
  etag: string
  /** Names and values by turns, without those of one response or encoding. */
  headers: string[]
  storedAt: number
  /** `position()` when its tags were compared last, and what they were found to be. */
  checkedAt: number
  isOutdated: boolean
  isRemoved: boolean
  /** No render before this time, in ms since the epoch: the last one failed. */
  retryAt: number
  /** Header blocks that were sent, by encoding; `304` without a body. */
  blocks: Map<Encoding | '304', readonly string[]>
  /** Address of the data of a document's scripts. */
  flight: string | undefined
}
/** An address without a page of its own. */
export type RefusedAddress = Validity & { status: number; location?: string | undefined }
type Content = Validity & {
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Of an answer that has one; otherwise it is made of the body. */
  etag?: string
  /** Of Brotli, where it is not the usual one. */
  quality?: number
  /** Address of the data of a document's scripts. */
  flight?: string | undefined
}

/** An entry that another process has made. */
type Adopted = Validity & {
  etag: string
  headers: string[]
  storedAt: number
  variants: readonly (readonly [Encoding, Buffer])[]
  flight: string | undefined
}

type CacheOptions = { now?: () => number; maxBytes?: number }

/** `outdated`: like `fresh` for other visitors than the author of the change. */
export type Freshness = 'fresh' | 'outdated' | 'stale' | 'expired'
export const isSentAtOnce = (freshness: Freshness): boolean =>
  freshness === 'fresh' || freshness === 'outdated'

/**
 * Responses to public requests, in the order of their last use. An entry whose tags expire after its render began (lib/cache/state.ts) is
 * outdated, and never returned again if it may show what was taken away.
 */
export function createPageCache({ now = Date.now, maxBytes = PAGES_MAX_BYTES }: CacheOptions = {}) {
  const pages = createEntries(maxBytes)
  const files = createEntries(FILES_MAX_BYTES)
  const entriesOf = (key: string) => (FILE.test(key) ? files : pages)
  const refusals = new LRUCache<string, RefusedAddress>({
    maxSize: REFUSALS_MAX_BYTES,
    sizeCalculation: ({ tags }, key) => 256 + key.length + tags.join().length,
  })

  /** The entry unless it may show what was taken away, however old it is. */
  function find(key: string): CacheEntry | undefined {
    const entry = entriesOf(key).get(key)
    if (!entry) return undefined
    compare(entry)
    if (entry.isRemoved) entriesOf(key).delete(key)
    return entry.isRemoved ? undefined : entry
  }

  function freshnessOf(entry: CacheEntry): Freshness {
    const { freshUntil, storedAt, begunAt } = entry
    const age = now() - freshUntil
    if (age >= STALE_MS) return 'expired'
    if (isOutdated(entry)) {
      const since = now() - begunAt
      if (since < 0 || since > OUTDATED_MS) return 'expired'
      return since < AGAIN_MS ? 'outdated' : 'stale'
    }
    return age >= 0 || storedAt > now() + CLOCK_MAX_MS ? 'stale' : 'fresh'
  }

  function make(
    previous: CacheEntry | undefined,
    { headers, body, etag = etagOf(body), quality, flight, ...validity }: Content,
  ) {
    const contentType = String(headers['content-type'] ?? '')
    const entry: CacheEntry = {
      ...validity,
      body: previous?.etag === etag ? previous.body : new StoredBody(body, contentType, quality),
      etag,
      headers: flatten(headers),
      storedAt: now(),
      ...NOT_COMPARED,
      retryAt: 0,
      blocks: new Map(),
      flight,
    }
    return entry
  }

  return {
    find,
    now,
    /** Creates an entry that is sent once and not stored. */
    makeOnce: (content: Content): CacheEntry => make(undefined, content),
    freshnessOf,
    /** Whether a page that a change has outdated may still be sent by a process that is behind. */
    isLate: (entry: CacheEntry) => isOutdated(entry) && isWithin(LATE_MS, entry, now()),
    /**
     * Creates an entry, and stores it unless it may show what was taken away since its render began. A body that did not
     * change keeps its compressed variants.
     */
    store(key: string, content: Content): CacheEntry {
      const entry = make(entriesOf(key).peek(key), content)
      const isPurged = isRemoved(entry.tags, entry.began)
      if (isPurged || content.body.length > BODY_MAX_BYTES) entriesOf(key).delete(key)
      else entriesOf(key).set(key, entry)
      return entry
    },
    /** Stores an entry of another process, unless it was purged since it was found to be true. */
    adopt(key: string, { variants, ...content }: Adopted): CacheEntry {
      const at = content.headers.indexOf('content-type')
      const entry: CacheEntry = {
        ...content,
        body: StoredBody.of(variants, content.headers[at + 1] ?? ''),
        ...NOT_COMPARED,
        retryAt: 0,
        blocks: new Map(),
      }
      if (isExpired(entry.tags, entry.began)) entriesOf(key).delete(key)
      else entriesOf(key).set(key, entry)
      return entry
    },
    /** After a variant of the body was made. Setting the same value again would keep the size. */
    resize(key: string, entry: CacheEntry) {
      const entries = entriesOf(key)
      if (entries.peek(key) !== entry) return
      entries.delete(key)
      entries.set(key, entry)
    },
    /** Postpones the next render of an entry after a failure. */
    postpone(entry: CacheEntry) {
      entry.retryAt = now() + RETRY_MS
    },
    mayRender: ({ retryAt }: CacheEntry) => retryAt <= now() || retryAt > now() + RETRY_MS,
    findRefusal(key: string): RefusedAddress | undefined {
      const refusal = refusals.get(key)
      if (!refusal) return undefined
      const left = refusal.freshUntil - now()
      const isFresh = left > 0 && left <= REVALIDATE_S * 1000
      if (isFresh && !isExpired(refusal.tags, refusal.began)) return refusal
      refusals.delete(key)
      return undefined
    },
    storeRefusal(key: string, refusal: RefusedAddress) {
      entriesOf(key).delete(key)
      if (!isExpired(refusal.tags, refusal.began)) refusals.set(key, refusal)
    },
    /** To look into them (page-stores.ts). */
    pages,
    files,
    refusals,
    size: () => pages.size + files.size + refusals.size,
    bytes: () => pages.calculatedSize + files.calculatedSize + refusals.calculatedSize,
  }
}

/** In the order of their last use. */
const createEntries = (maxBytes: number) =>
  new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(BODY_MAX_BYTES * 2, maxBytes),
    sizeCalculation: sizeOf,
  })

const isWithin = (ms: number, { begunAt, freshUntil }: CacheEntry, now: number) =>
  now >= begunAt && now - begunAt <= ms && now < freshUntil

const etagOf = (body: Buffer) =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

const NOT_COMPARED = { checkedAt: -1, isOutdated: false, isRemoved: false }

/** Compares the tags of an entry with what has expired. Cheap unless something has since the last time. */
function compare(entry: CacheEntry): void {
  if (entry.checkedAt === position()) return
  entry.isOutdated ||= isExpired(entry.tags, entry.began)
  entry.isRemoved ||= isRemoved(entry.tags, entry.began)
  entry.checkedAt = position()
}

/** Whether a change has outdated the entry since its render began. */
export function isOutdated(entry: CacheEntry): boolean {
  compare(entry)
  return entry.isOutdated
}

export type PageCache = ReturnType<typeof createPageCache>

function sizeOf({ body, headers, tags }: CacheEntry, key: string): number {
  return (
    body.bytes() + headers.join().length + tags.join().length + key.length + ENTRY_OVERHEAD_BYTES
  )
}

/** Headers that differ between responses with the same body, or are written by `sendEntry`. */
const PER_RESPONSE = new Set([
  'x-request-id',
  'date',
  'content-length',
  'etag',
  'connection',
  'age',
  'cache-status',
])

function flatten(headers: OutgoingHttpHeaders): string[] {
  const flat: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || PER_RESPONSE.has(name)) continue
    flat.push(name, name === 'vary' ? varyByEncoding(String(value)) : String(value))
  }
  if (headers['vary'] === undefined) flat.push('vary', 'accept-encoding')
  return flat
}
