import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { matchesEtag } from '#lib/accept.ts'
import { StoredBody } from './stored-body.ts'

/** Size of the cache in bytes. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024
/** Larger bodies are not cached. */
const ENTRY_MAX_BYTES = 2 * 1024 * 1024
/** Lifetime of pages in ms: short, since Next decides when a page is stale. */
const PAGE_LIFETIME_MS = 5_000
/** Files with a content hash in their name: immutable. */
const ASSET_PATH = '/_next/static/'
/** Documents and pictures that evaluate conditional requests themselves, so these pass through. */
const OWN_CONDITIONS = /^\/(?:feeds|sitemaps|icons|cards)\/|^\/[^/?]+\.\w+(?:\?|$)/
/** Memory per entry relative to its body: with two compressed variants of less than half its size. */
const VARIANTS_FACTOR = 2

type Entry = { body: StoredBody; etag: string; headers: OutgoingHttpHeaders; freshUntil: number }

/**
 * Cache of public responses in front of Next: documents with `s-maxage` and without cookies, and
 * Next's hashed files. A body that is stored again unchanged keeps its compressed variants.
 */
export function createPageCache({ now = Date.now }: { now?: () => number } = {}) {
  let version = 0
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: ENTRY_MAX_BYTES * VARIANTS_FACTOR,
    sizeCalculation: (entry) => entry.body.identity.length * VARIANTS_FACTOR + 1,
  })

  return {
    /** Drops all entries, and those of responses in progress (`version`). */
    clear() {
      version += 1
      entries.clear()
    },
    /** The entry, if it is fresh. */
    find(key: string): Entry | undefined {
      const entry = entries.get(key)
      return entry && entry.freshUntil > now() ? entry : undefined
    },
    /** Read when a render begins, passed to `store` when it ends. */
    version: () => version,
    /** Whether a response is public. Called when its headers are final. */
    accepts(req: IncomingMessage, res: ServerResponse): boolean {
      if (req.method !== 'GET' || res.statusCode !== 200 || res.hasHeader('set-cookie'))
        return false
      if (res.hasHeader('content-encoding')) return false
      const control = String(res.getHeader('cache-control') ?? '')
      if (req.url?.startsWith(ASSET_PATH)) return /\bimmutable\b/.test(control)
      return (
        /\bs-maxage=[1-9]/.test(control) &&
        !/\b(?:private|no-store)\b/.test(control) &&
        /^text\/html\b/.test(String(res.getHeader('content-type') ?? ''))
      )
    },
    /** Creates an entry and stores it, unless `clear` was called since `renderVersion`. */
    store(key: string, renderVersion: number, res: ServerResponse, body: Buffer): Entry {
      const headers = { ...res.getHeaders() }
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
      const previous = entries.peek(key)
      const entry = {
        body:
          previous?.etag === etag
            ? previous.body
            : new StoredBody(body, String(headers['content-type'] ?? '')),
        etag,
        headers,
        freshUntil: key.startsWith(ASSET_PATH) ? Infinity : now() + lifetimeOf(res),
      }
      if (renderVersion === version) entries.set(key, entry)
      return entry
    },
  }
}

/** Lifetime of a page here in ms: at most as long as Next considers it fresh. */
function lifetimeOf(res: ServerResponse): number {
  const seconds = /\bs-maxage=(\d+)/.exec(String(res.getHeader('cache-control') ?? ''))?.[1]
  return Math.min(PAGE_LIFETIME_MS, Number(seconds ?? 0) * 1000)
}

export type PageCache = ReturnType<typeof createPageCache>

/** The key of a request that the cache may answer: plain ones for documents and hashed files. */
export function cacheKey(req: IncomingMessage): string | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined
  const { headers } = req
  if ('rsc' in headers || 'range' in headers || 'authorization' in headers) return undefined
  for (const name in headers) if (name.startsWith('next-')) return undefined
  const target = req.url ?? '/'
  if (target.startsWith('/api/')) return undefined
  if (target.startsWith('/_next/') && !target.startsWith(ASSET_PATH)) return undefined
  if (OWN_CONDITIONS.test(target)) return undefined
  return target
}

/** Sends an entry, or 304 if the client has it already (RFC 9110, section 13.1.2). */
export async function sendCached(
  entry: Entry,
  ifNoneMatch: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
) {
  for (const [name, value] of Object.entries(entry.headers)) {
    if (value !== undefined && !PER_RESPONSE.has(name)) res.setHeader(name, value)
  }
  res.setHeader('etag', entry.etag)
  if (matchesEtag(ifNoneMatch, entry.etag)) {
    res.statusCode = 304
    for (const name of ['content-type', 'content-length']) res.removeHeader(name)
    res.end()
    return
  }
  const encoding = entry.body.choose(asText(req.headers['accept-encoding']))
  const body = await entry.body.encoded(encoding)
  addVary(res, 'accept-encoding')
  if (encoding !== 'identity') res.setHeader('content-encoding', encoding)
  res.setHeader('content-length', body.length)
  res.end(body)
}

/** Headers that differ between responses with the same body. */
const PER_RESPONSE = new Set(['x-request-id', 'date', 'content-length', 'etag', 'connection'])

function addVary(res: ServerResponse, name: string) {
  const vary = String(res.getHeader('vary') ?? '')
  if (
    !vary
      .toLowerCase()
      .split(/\s*,\s*/)
      .includes(name)
  ) {
    res.setHeader('vary', vary ? `${vary}, ${name}` : name)
  }
}

function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
