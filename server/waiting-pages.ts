import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { position } from '#lib/cache/state.ts'
import type { Validity } from '#lib/cache/validity.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import { type FlightData, type PreparedDocument, prepareDocument } from '#server/next/document.ts'
import type { CacheEntry, PageCache } from './page-cache.ts'
import { DATA_POLICY, type Marking } from './policy.ts'
import { sendError, setSecurityHeaders } from './response.ts'
import { LIVE_QUALITY } from './compression.ts'
import { sendEntry } from './send-entry.ts'
import type { RequestExchange, Site } from './site.ts'

/*
 * Pages whose scripts wait, and the data that these hydrate a page from, as a resource of its own under an address with its hash
 * (decision 61).
 */

/** Headers of a page that its data has too. */
const SHARED_HEADER =
  /^(?:x-content-type-options|referrer-policy|strict-transport-security|surrogate-key|cache-tag)$/

/** Headers of a request for data of scripts that its page is rendered with. */
const KEPT_HEADER = /^(?:host|accept-encoding|x-.*)$/

/** Makes the scripts of a document wait. @returns nothing if the page has to stay as it is. */
export function prepare(
  { onUnprepared }: Site,
  body: Buffer,
  target: string,
  nonce?: string,
): PreparedDocument | undefined {
  const page = prepareDocument(body, { target, nonce })
  if (typeof page !== 'string') return page
  onUnprepared?.(target.split('?', 1)[0] ?? target, page)
  return undefined
}

/**
 * Stores the data of a page, which goes when its page is purged. Browsers keep it for good, shared
 * caches no longer than a page. It is compressed at once: uncompressed, it is six times as large as its page.
 * @param headers of the page.
 */
export function storeFlight(
  cache: PageCache,
  { address, json }: FlightData,
  { headers, ...validity }: Validity & { headers: OutgoingHttpHeaders },
): CacheEntry {
  const shared = Object.entries(headers).filter(([name]) => SHARED_HEADER.test(name))
  const entry = cache.store(address, {
    ...validity,
    freshUntil: Infinity,
    body: json,
    quality: LIVE_QUALITY,
    headers: {
      ...Object.fromEntries(shared),
      'content-security-policy': DATA_POLICY,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=31536000, s-maxage=${REVALIDATE_S}, immutable`,
    },
  })
  entry.body.encoded(entry.body.choose('br')).then(
    () => cache.resize(address, entry),
    // It stays as it is.
    () => undefined,
  )
  return entry
}

/** @returns whether the data was there. */
export function sendFlight({ site, req, res, id }: RequestExchange, address: string): boolean {
  const { flights, pages } = site
  const found = flights.find(address)
  // Any change may be one of the results of a search.
  const entry = found?.began === position() ? found : pages.findFlight?.(address)
  if (!entry) return false
  clearHeaders(res)
  void sendEntry(flights, { key: address, entry, source: 'hit', id }, req, res)
  return true
}

/**
 * Sends a page that is not stored, or, where that is requested, the data of its scripts: under
 * another address if the data has changed.
 * @param began position of the last change before it was rendered.
 */
export function sendWaiting(
  exchange: RequestExchange,
  { marking, began }: { marking: Marking | undefined; began: number },
  body: Buffer,
): void {
  const { site, req, res, id, flight } = exchange
  const page = prepare(site, body, req.url ?? '/', marking?.nonce)
  const validity = { headers: res.getHeaders(), tags: [], began, begunAt: 0, freshUntil: 0 }
  if (page) storeFlight(site.flights, page.flight, validity)
  if (flight === undefined) {
    return void res.end(site.policies.finish(res, marking, page?.html ?? body))
  }
  if (!page) return sendError(exchange, 404)
  if (page.flight.address === flight && sendFlight(exchange, flight)) return undefined
  clearHeaders(res)
  setSecurityHeaders(res, site.url)
  const headers = { 'cache-control': 'no-store', 'x-request-id': id }
  res.writeHead(302, { ...headers, location: page.flight.address }).end()
}

/** Whether a response is a page with its body. */
export function isWholePage(req: IncomingMessage, res: ServerResponse): boolean {
  const type = String(res.getHeader('content-type') ?? '')
  return req.method === 'GET' && res.statusCode === 200 && /^text\/html\b/.test(type)
}

/** Makes a request one for the page as everybody gets it. */
export function removeVisitor(req: IncomingMessage): void {
  for (const name in req.headers) if (!KEPT_HEADER.test(name)) delete req.headers[name]
  req.method = 'GET'
}

function clearHeaders(res: ServerResponse): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name)
}
