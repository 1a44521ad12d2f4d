import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { isSentAtOnce } from '#lib/cache/validity.ts'
import { setOrigin } from '#server/next/exchange.ts'
import { answerPage } from './answer-page.ts'
import { answerRead, findKept, sendKept } from './answer-read.ts'
import type { ClientAddress } from './client.ts'
import { finishHeaders, sendError, sendOverLimit } from './response.ts'
import { countHit, type Observed, observeRequest } from './observe.ts'
import { pageKeyOf } from './page-key.ts'
import { answerFlight, passToNext } from './pass-to-next.ts'
import { setOtherSites } from './other-sites.ts'
import { requestIdOf, setTrustedHeaders } from './client.ts'
import {
  checksOrigin,
  isRead,
  methodsAskedFor,
  pageOfFlight,
  readTarget,
  refusalOf,
} from './request-target.ts'
import { sendEntry } from './send-entry.ts'
import {
  createSite,
  type HandlerOptions,
  type RequestExchange,
  type RequestHandler,
  type Site,
} from './site.ts'
import { isSpeculationRules, sendSpeculationRules } from './speculation.ts'

/**
 * The way of a request, as calls downwards with one context (`RequestExchange`, site.ts):
 *
 * 1. `handle`: what is in memory is sent at once (page-key.ts, page-cache.ts, send-entry.ts; answer-read.ts)
 * 2. `answer`: checks and limits (request-target.ts, client.ts, limits.ts), then one of
 *    - answer-page.ts: public pages, share cards and embeds. From the page cache, or from a render that all requests for the page share:
 *      render-page.ts, next/exchange.ts, the framework
 *    - answer-read.ts: public reads of the API, by the backend
 *    - pass-to-next.ts: everything else, by the framework
 * 3. response.ts and policy.ts: the headers of every answer, and errors; waiting-pages.ts: scripts that wait
 *
 * A request of a client never causes a 500.
 */
export function createHandler(options: HandlerOptions): RequestHandler {
  const site = createSite(options)
  return (req, res) => handle(site, req, res)
}

async function handle(site: Site, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const client = site.clientOf(req)
  site.proxies?.see(req.headers, client)
  const id = requestIdOf(req, client)
  const observed = { id, client, began: performance.now(), onRequest: site.onRequest }
  return (
    sendFromMemory(site, req, res, observed) ??
    observeRequest(req, res, observed, () => answer(site, req, res, client, id))
  )
}

/** Answers from memory, without any other work: pages, and answers of the API. Nothing if it has none. */
function sendFromMemory(
  site: Site,
  req: IncomingMessage,
  res: ServerResponse,
  observed: Observed,
): Promise<void> | undefined {
  const { cache, guard } = site
  const { id, client, began } = observed
  const known = site.knownPages.find(req)
  if (known) {
    const found = hasJustChanged(req.headers.cookie) ? undefined : cache.find(known.key)
    const entry = found && isSentAtOnce(cache.stateOf(found)) ? found : undefined
    if (!entry || guard.enter(req, res, client.address, true)) return undefined
    const { key, version } = known
    const sent = sendEntry(cache, { key, entry, source: 'hit', id, version }, req, res)
    countHit(req, res, began)
    return Promise.resolve(sent)
  }
  const kept = findKept(site, req, began)
  if (!kept || guard.enter(req, res, client.address, true)) return undefined
  return sendKept(site, kept, req, res, observed)
}

async function answer(
  site: Site,
  req: IncomingMessage,
  res: ServerResponse,
  client: ClientAddress,
  id: string,
): Promise<void> {
  const { guard, health, reports } = site
  const { target, path, refused } = readTarget(req.url ?? '/', req.headers.host)
  setTrustedHeaders(req, { id, client, siteUrl: site.url })
  res.setHeader('x-request-id', id)
  setOtherSites(req, res, target)
  const exchange: RequestExchange = { site, req, res, id, address: client.address, target, path }
  // Before any limit: monitors get an answer from an overloaded site too.
  if (health.handles(path) && isRead(req)) return health.respond(path, req, res)
  const stored = site.knownPages.find(req)
  const isStored = stored !== undefined && site.cache.find(stored.key) !== undefined
  const overload = guard.enter(req, res, client.address, isStored)
  if (overload) return sendOverLimit(exchange, overload)
  // Before the check of the origin: browsers send reports without one.
  if (reports?.handles(req, path)) {
    const tooMany = await guard.count(exchange)
    if (tooMany) return sendOverLimit(exchange, tooMany)
    return reports.receive(req, res, (status) => sendError(exchange, status))
  }
  const refusal = refused ?? refusalOf(req, res, { path, target, siteUrl: site.url })
  if (refusal) return sendError(exchange, refusal)
  if (!isRead(req) && !checksOrigin(path)) setOrigin(req, site.url)
  const methods = methodsAskedFor(req, { path, target })
  if (methods) return sendMethods(exchange, methods)
  if (isSpeculationRules(path)) return sendSpeculationRules(req, res)
  const page = site.storesPages ? pageKeyOf(target, req) : undefined
  if (page) {
    if (page.kind !== 'payload') site.knownPages.add(req, page)
    return answerPage(exchange, page)
  }
  const pageOfData = pageOfFlight(target)
  if (pageOfData !== undefined) return answerFlight(exchange, pageOfData)
  const overLimit = await guard.count(exchange)
  if (overLimit) return sendOverLimit(exchange, overLimit)
  return (await answerRead(exchange)) ? undefined : passToNext(exchange)
}

/** Answers `OPTIONS` with the methods of an address, or 404 where there is no call. */
function sendMethods(exchange: RequestExchange, methods: readonly string[]): void {
  if (methods.length === 0) return sendError(exchange, 404)
  const { site, res } = exchange
  res.statusCode = 204
  res.setHeader('allow', methods.join(', '))
  res.setHeader('cache-control', 'no-store')
  finishHeaders(site, res, { isForRouter: false, marking: undefined })
  res.end()
}
