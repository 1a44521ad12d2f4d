import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { StoredBody } from './stored-body.ts'

/** All stored answers together, in bytes. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024
/** What is larger is sent, but not kept. */
const ENTRY_MAX_BYTES = 2 * 1024 * 1024
/** Pages are asked for again after this long: how fresh they are is Next's business. */
const PAGE_LIFETIME_MS = 5_000
/** Files whose name holds their hash never change. */
const ASSET_PATH = '/_next/static/'
/** Compressed forms come on top of the plain one; text shrinks to less than half. */
const VARIANTS_FACTOR = 2

type Entry = { body: StoredBody; etag: string; headers: OutgoingHttpHeaders; freshUntil: number }

/**
 * Keeps answers that are the same for everybody, in the process in front of Next: documents that
 * say `s-maxage` and set no cookie, and Next's hashed files. The same body keeps its compressed
 * forms when it is stored again.
 */
export function createPageCache({ now = Date.now }: { now?: () => number } = {}) {
  let version = 0
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: ENTRY_MAX_BYTES * VARIANTS_FACTOR,
    sizeCalculation: (entry) => entry.body.identity.length * VARIANTS_FACTOR + 1,
  })

  return {
    /** Forgets everything, answers that are being made at this moment included. */
    clear() {
      version += 1
      entries.clear()
    },
    /** A fresh answer, or nothing. */
    find(key: string): Entry | undefined {
      const entry = entries.get(key)
      return entry && entry.freshUntil > now() ? entry : undefined
    },
    /** To be asked when a request comes in; what it gave is handed to `keep`. */
    version: () => version,
    /** Whether this answer, seen when its headers are settled, is the same for everybody. */
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
    /** Makes an entry of an accepted answer and stores it unless `clear` was called since. */
    keep(key: string, seen: number, res: ServerResponse, body: Buffer): Entry {
      const headers = { ...res.getHeaders() }
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
      const before = entries.peek(key)
      const entry = {
        body:
          before?.etag === etag
            ? before.body
            : new StoredBody(body, String(headers['content-type'] ?? '')),
        etag,
        headers,
        freshUntil: key.startsWith(ASSET_PATH) ? Infinity : now() + lifetimeOf(res),
      }
      if (seen === version) entries.set(key, entry)
      return entry
    },
  }
}

/** How long a page is kept here, in ms: never past the moment when Next would render it anew. */
function lifetimeOf(res: ServerResponse): number {
  const seconds = /\bs-maxage=(\d+)/.exec(String(res.getHeader('cache-control') ?? ''))?.[1]
  return Math.min(PAGE_LIFETIME_MS, Number(seconds ?? 0) * 1000)
}

export type PageCache = ReturnType<typeof createPageCache>

/** Whether a request may be answered from the cache: a plain one for a document or a hashed file. */
export function cacheKey(req: IncomingMessage): string | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined
  const { headers } = req
  if ('rsc' in headers || 'range' in headers || 'authorization' in headers) return undefined
  for (const name in headers) if (name.startsWith('next-')) return undefined
  const target = req.url ?? '/'
  if (target.startsWith('/api/')) return undefined
  if (target.startsWith('/_next/') && !target.startsWith(ASSET_PATH)) return undefined
  return target
}

/** Sends a stored answer, or 304 where the client has it already (RFC 9110, section 13.1.2). */
export async function sendStored(
  entry: Entry,
  ifNoneMatch: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
) {
  for (const [name, value] of Object.entries(entry.headers)) {
    if (value !== undefined && !PER_ANSWER.has(name)) res.setHeader(name, value)
  }
  res.setHeader('etag', entry.etag)
  if (matches(ifNoneMatch, entry.etag)) {
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

const PER_ANSWER = new Set(['x-request-id', 'date', 'content-length', 'etag', 'connection'])

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => one.trim() === etag || one.trim() === '*')
}

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
