import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isExpired, position } from '#lib/cache/state.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import { type Encoding, StoredBody } from './stored-body.ts'

/** Size of the cache in bytes, as stored: compressed where a client accepts that. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024
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

/** What was stored later than this from now, in ms, was stored before the clock was set back. */
const CLOCK_MAX_MS = 60_000

/** How old what was rendered is, and which writes purge it. */
export type Validity = {
  /** Tags of the page (lib/cache/tags.ts). */
  tags: readonly string[]
  /** `position()` when its render began: what expired later purges it. */
  began: number
  /** When it becomes stale, in ms since the epoch. */
  freshUntil: number
}
export type Entry = Validity & {
  body: StoredBody
  etag: string
  /** Names and values by turns, without those of one response or encoding. */
  headers: string[]
  storedAt: number
  /** `position()` when no tag had expired; -1 if one had when the entry was made. */
  checkedAt: number
  /** No render before this time, in ms since the epoch: the last one failed. */
  retryAt: number
  /** Header blocks that were sent, by encoding; `304` without a body. */
  blocks: Map<Encoding | '304', readonly string[]>
  /** Address of the data of a document's scripts. */
  flight: string | undefined
}
/** An address without a page of its own. */
export type Refusal = Validity & { status: number; location?: string | undefined }
type Content = Validity & {
  headers: OutgoingHttpHeaders
  body: Buffer
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

export type Freshness = 'fresh' | 'stale' | 'expired'

/**
 * Responses to public requests, in the order of their last use. An entry is purged when one of its tags
 * expires after its render began (lib/cache/state.ts): it is never returned again.
 */
export function createPageCache({ now = Date.now, maxBytes = CACHE_MAX_BYTES }: CacheOptions = {}) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: BODY_MAX_BYTES * 2,
    sizeCalculation: sizeOf,
  })
  const refusals = new LRUCache<string, Refusal>({
    maxSize: REFUSALS_MAX_BYTES,
    sizeCalculation: ({ tags }, key) => 256 + key.length + tags.join().length,
  })

  /** The entry unless a write purged it, however old it is. */
  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry || entry.checkedAt === position()) return entry
    if (isExpired(entry.tags, entry.began)) {
      entries.delete(key)
      return undefined
    }
    entry.checkedAt = position()
    return entry
  }

  function make(
    previous: Entry | undefined,
    { headers, body, quality, flight, ...validity }: Content,
  ) {
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const contentType = String(headers['content-type'] ?? '')
    const entry: Entry = {
      ...validity,
      body: previous?.etag === etag ? previous.body : new StoredBody(body, contentType, quality),
      etag,
      headers: flatten(headers),
      storedAt: now(),
      checkedAt: position(),
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
    makeOnce: (content: Content): Entry => make(undefined, content),
    freshnessOf({ freshUntil, storedAt }: Pick<Entry, 'freshUntil' | 'storedAt'>): Freshness {
      const age = now() - freshUntil
      if (age < 0) return storedAt > now() + CLOCK_MAX_MS ? 'stale' : 'fresh'
      return age < STALE_MS ? 'stale' : 'expired'
    },
    /**
     * Creates an entry, and stores it unless it was purged since its render began. A body that did not
     * change keeps its compressed variants.
     */
    store(key: string, content: Content): Entry {
      const entry = make(entries.peek(key), content)
      const isPurged = isExpired(entry.tags, entry.began)
      if (isPurged) entry.checkedAt = -1
      if (isPurged || content.body.length > BODY_MAX_BYTES) entries.delete(key)
      else entries.set(key, entry)
      return entry
    },
    /** Stores an entry of another process, unless it was purged since it was found to be true. */
    adopt(key: string, { variants, ...content }: Adopted): Entry {
      const at = content.headers.indexOf('content-type')
      const entry: Entry = {
        ...content,
        body: StoredBody.of(variants, content.headers[at + 1] ?? ''),
        checkedAt: content.began,
        retryAt: 0,
        blocks: new Map(),
      }
      if (isExpired(entry.tags, entry.began)) entries.delete(key)
      else entries.set(key, entry)
      return entry
    },
    /** After a variant of the body was made. Setting the same value again would keep the size. */
    resize(key: string, entry: Entry) {
      if (entries.peek(key) !== entry) return
      entries.delete(key)
      entries.set(key, entry)
    },
    /** Postpones the next render of an entry after a failure. */
    postpone(entry: Entry) {
      entry.retryAt = now() + RETRY_MS
    },
    mayRender: ({ retryAt }: Entry) => retryAt <= now() || retryAt > now() + RETRY_MS,
    findRefusal(key: string): Refusal | undefined {
      const refusal = refusals.get(key)
      if (!refusal) return undefined
      const left = refusal.freshUntil - now()
      const isFresh = left > 0 && left <= REVALIDATE_S * 1000
      if (isFresh && !isExpired(refusal.tags, refusal.began)) return refusal
      refusals.delete(key)
      return undefined
    },
    storeRefusal(key: string, refusal: Refusal) {
      entries.delete(key)
      if (!isExpired(refusal.tags, refusal.began)) refusals.set(key, refusal)
    },
    size: () => entries.size + refusals.size,
    bytes: () => entries.calculatedSize + refusals.calculatedSize,
  }
}

/** Whether a write purged the entry since its render began. Cheap unless something has expired since the last check. */
export function isOutdated({ checkedAt, tags, began }: Entry): boolean {
  return checkedAt !== position() && isExpired(tags, began)
}

export type PageCache = ReturnType<typeof createPageCache>

function sizeOf({ body, headers, tags }: Entry, key: string): number {
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
    flat.push(name, name === 'vary' ? withEncoding(String(value)) : String(value))
  }
  if (headers['vary'] === undefined) flat.push('vary', 'accept-encoding')
  return flat
}

function withEncoding(vary: string): string {
  const names = vary.toLowerCase().split(/\s*,\s*/)
  return names.includes('accept-encoding') ? vary : `${vary}, accept-encoding`
}
