import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  isOutdated,
  isSentLate,
  isTakenAway,
  newStored,
  type Rule,
  RULES,
  stateOf,
  type Stored,
  type Validity,
} from '#lib/cache/validity.ts'
import type { CacheState } from '#lib/contract/cache/look.ts'
import { type Encoding, StoredBody, varyByEncoding } from './compression.ts'
import { isCardOrEmbed, isFlight } from './request-target.ts'

/** Size of the cache in bytes, as stored: compressed where a client accepts that. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024
/** What answers of the API take of it at most (answer-read.ts): with a cursor or a version in each address they would push out all pages. */
export const API_MAX_BYTES = 4 * 1024 * 1024
/**
 * What the data of scripts take of it. They are half of what is rendered, and few visitors ask for them: among the pages, a thousand of these pushed
 * one another out.
 */
const DATA_MAX_BYTES = 8 * 1024 * 1024
const PAGES_MAX_BYTES = CACHE_MAX_BYTES - API_MAX_BYTES - DATA_MAX_BYTES
/** Share cards and embeds, besides: a card has 40 to 80 kB, and a crawler of cards would push out all pages. */
const FILES_MAX_BYTES = 8 * 1024 * 1024
/** Size in bytes of what is stored of addresses without a page: their status and tags. */
const REFUSALS_MAX_BYTES = 2 * 1024 * 1024
/** Larger bodies are not stored. */
const BODY_MAX_BYTES = 2 * 1024 * 1024
/** Estimate of the objects and header blocks of an entry. */
const ENTRY_OVERHEAD_BYTES = 2048
/** After a failure, the old page is served for this long before the next attempt, in ms. */
const RETRY_MS = 5_000

export type CacheEntry = Stored & {
  body: StoredBody
  etag: string
  /** Names and values by turns, without those of one response or encoding. */
  headers: string[]
  /** In ms since the epoch. */
  storedAt: number
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

/** Sizes in bytes: of pages, or answers, and of the data of scripts. */
type CacheOptions = { now?: () => number; maxBytes?: number; dataMaxBytes?: number; rule?: Rule }

/** The cache of answers of the API. */
export const createAnswerCache = (now?: () => number) =>
  createPageCache({ maxBytes: API_MAX_BYTES, rule: RULES.api, ...(now && { now }) })

/** Responses to public requests, in the order of their last use, under the rules of lib/cache/validity.ts. */
export function createPageCache({
  now = Date.now,
  maxBytes = PAGES_MAX_BYTES,
  dataMaxBytes = DATA_MAX_BYTES,
  rule = RULES.pages,
}: CacheOptions = {}) {
  const pages = createEntries(maxBytes)
  const data = createEntries(dataMaxBytes)
  const files = createEntries(FILES_MAX_BYTES)
  const entriesOf = (key: string) => (isFlight(key) ? data : isCardOrEmbed(key) ? files : pages)
  const refusals = new LRUCache<string, RefusedAddress & Stored>({
    maxSize: REFUSALS_MAX_BYTES,
    sizeCalculation: ({ tags }, key) => 256 + key.length + tags.join().length,
  })

  const stateOfEntry = (entry: CacheEntry): CacheState => stateOf(entry, rule, now())

  /** The entry unless it may show what was taken away, however old it is. */
  function find(key: string): CacheEntry | undefined {
    const entry = entriesOf(key).get(key)
    if (!entry || !isTakenAway(entry)) return entry
    entriesOf(key).delete(key)
    return undefined
  }

  function make(
    previous: CacheEntry | undefined,
    { headers, body, etag = etagOf(body), quality, flight, ...validity }: Content,
  ): CacheEntry {
    const contentType = String(headers['content-type'] ?? '')
    return newStored({
      ...validity,
      body: previous?.etag === etag ? previous.body : new StoredBody(body, contentType, quality),
      etag,
      headers: flatten(headers),
      storedAt: now(),
      retryAt: 0,
      blocks: new Map(),
      flight,
    })
  }

  return {
    find,
    now,
    /** Creates an entry that is sent once and not stored. */
    makeOnce: (content: Content): CacheEntry => make(undefined, content),
    stateOf: stateOfEntry,
    isSentLate: (entry: CacheEntry) => isSentLate(entry, rule, now()),
    /**
     * Creates an entry, and stores it unless it may show what was taken away since its render began. A body that did not
     * change keeps its compressed variants.
     */
    store(key: string, content: Content): CacheEntry {
      const entry = make(entriesOf(key).peek(key), content)
      if (isTakenAway(entry) || content.body.length > BODY_MAX_BYTES) entriesOf(key).delete(key)
      else entriesOf(key).set(key, entry)
      return entry
    },
    /** Stores an entry of another process, unless it was purged since it was found to be true. */
    adopt(key: string, { variants, ...content }: Adopted): CacheEntry {
      const at = content.headers.indexOf('content-type')
      const body = StoredBody.of(variants, content.headers[at + 1] ?? '')
      const entry: CacheEntry = newStored({ ...content, body, retryAt: 0, blocks: new Map() })
      if (isOutdated(entry)) entriesOf(key).delete(key)
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
      if (!refusal || stateOf(refusal, RULES.refusals, now()) === 'fresh') return refusal
      refusals.delete(key)
      return undefined
    },
    storeRefusal(key: string, refusal: RefusedAddress) {
      entriesOf(key).delete(key)
      const entry = newStored(refusal)
      if (!isOutdated(entry)) refusals.set(key, entry)
    },
    /** To look into them (page-stores.ts). */
    pages,
    data,
    files,
    refusals,
    size: () => pages.size + data.size + files.size + refusals.size,
    bytes: () =>
      pages.calculatedSize + data.calculatedSize + files.calculatedSize + refusals.calculatedSize,
  }
}

/** In the order of their last use. */
const createEntries = (maxBytes: number) =>
  new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(BODY_MAX_BYTES * 2, maxBytes),
    sizeCalculation: sizeOf,
  })

const etagOf = (body: Buffer) =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

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
