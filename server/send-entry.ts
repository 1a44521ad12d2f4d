import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesEtag } from '#lib/accept.ts'
import { isOutdated } from '#lib/cache/validity.ts'
import { asText } from './request-target.ts'
import type { CacheEntry, PageCache } from './page-cache.ts'
import type { Encoding } from './compression.ts'

/** Name of this cache in `Cache-Status` (RFC 9211). */
const CACHE_NAME = 'keystrip'

/** Where a response comes from: parameters of `Cache-Status`. */
export type CacheStatus =
  | 'hit'
  | 'fwd=uri-miss'
  | 'fwd=uri-miss; collapsed'
  | 'fwd=stale'
  | 'fwd=stale; collapsed'
  | 'fwd=bypass'
  | 'fwd=method'
  /** The render failed, so what was stored is sent. */
  | `fwd=stale; fwd-status=${number}`

export const cacheStatus = (source: CacheStatus, ttl?: number) =>
  `${CACHE_NAME}; ${source}${ttl === undefined ? '' : `; ttl=${ttl}`}`

type Sent = {
  key: string
  entry: CacheEntry
  source: CacheStatus
  id: string
  /** Names and values by turns of what only this response has. */
  own?: readonly string[]
  /** Of the address: browsers keep the entry for good where it is that of the entry, a quoted `ETag`. */
  version?: string | undefined
}

/** Sends an entry, or 304 if the client has it already (RFC 9110, section 13.1.2). */
export function sendEntry(
  cache: PageCache,
  sent: Sent,
  req: IncomingMessage,
  res: ServerResponse,
): void | Promise<void> {
  const { entry } = sent
  const ifNoneMatch = req.headers['if-none-match']
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, entry.etag)) {
    res.writeHead(304, headersOf(cache, sent, '304', undefined)).end()
    return undefined
  }
  const encoding = entry.body.choose(asText(req.headers['accept-encoding']))
  const body = entry.body.find(encoding)
  if (body) return send(cache, sent, encoding, body, res)
  return entry.body.encoded(encoding).then((made) => {
    cache.resize(sent.key, entry)
    return send(cache, sent, encoding, made, res)
  })
}

function send(
  cache: PageCache,
  sent: Sent,
  encoding: Encoding,
  body: Buffer,
  res: ServerResponse,
): void {
  res.writeHead(200, headersOf(cache, sent, encoding, body)).end(body)
}

/** The block of the entry, made once, and what is particular to this response. */
function headersOf(
  { now }: PageCache,
  { entry, source, id, version, own = [] }: Sent,
  encoding: Encoding | '304',
  body: Buffer | undefined,
): string[] {
  let block = entry.blocks.get(encoding)
  if (block === undefined) {
    block = blockOf(entry, encoding, body)
    entry.blocks.set(encoding, block)
  }
  const time = now()
  const age = Math.max(0, Math.floor((time - entry.storedAt) / 1000))
  const ttl = Math.floor((entry.freshUntil - time) / 1000)
  const status = cacheStatus(source, entry.freshUntil === Infinity ? undefined : ttl)
  if (isOutdated(entry)) block = withoutStorage(block)
  else if (version !== undefined && entry.etag === `"${version}"`) block = forGood(block)
  return [...block, 'age', String(age), 'cache-status', status, 'x-request-id', id, ...own]
}

function blockOf(
  entry: CacheEntry,
  encoding: Encoding | '304',
  body: Buffer | undefined,
): string[] {
  const block = [...entry.headers, 'etag', entry.etag]
  if (body === undefined) return withoutName(block, 'content-type')
  if (encoding !== 'identity') block.push('content-encoding', encoding)
  block.push('content-length', String(body.length))
  return block
}

/**
 * The block of a page that a write purged while it was rendered or compressed. A request from before the write gets it; a
 * cache in front must not store it, since its purge is over.
 */
function withoutStorage(block: readonly string[]): string[] {
  return [...withoutName(block, 'cache-control'), 'cache-control', 'no-store']
}

/** The block of an entry at the address of its version. Shared caches keep it no longer than a page, so that what is taken down disappears. */
const forGood = (block: readonly string[]): string[] =>
  block.map((text) => text.replace('max-age=0, must-revalidate', 'max-age=31536000, immutable'))

function withoutName(flat: readonly string[], name: string): string[] {
  const at = flat.indexOf(name)
  return at < 0 ? [...flat] : flat.toSpliced(at, 2)
}
