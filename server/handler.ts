import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { setOrigin } from '#server/next/requests.ts'
import { removeInternalHeaders, setContentLength } from '#server/next/responses.ts'
import { createPageAnswers } from './answer-page.ts'
import { createReadAnswers, type ReadAnswers } from './answer-read.ts'
import { type ClientAddress, createClientResolver } from './client-address.ts'
import { pageOfFlight } from './flights.ts'
import type { RequestExchange, RequestHandler, HandlerOptions } from './handler-options.ts'
import { type OverLimit, removeStateOfLimit } from './limits.ts'
import { countHit, type Observed, observeRequest } from './observe.ts'
import { createKnownKeys, type KnownKeys, type PageKey, pageKeyOf } from './page-key.ts'
import { isSentAtOnce } from './page-cache.ts'
import { createPageRenders, type FinalHeaders } from './page-renders.ts'
import { createPassage } from './pass-to-next.ts'
import { createRenders } from './renders.ts'
import { createPolicies, type Policies } from './policy.ts'
import { keepFromOtherSites, setOtherSites } from './other-sites.ts'
import { requestIdOf, setTrustedHeaders } from './request-headers.ts'
import { asText, isRead, methodsAskedFor, refusalOf } from './refusal.ts'
import { checksOrigin, readTarget } from './request-target.ts'
import { setCacheControl, setSecurityHeaders } from './response-headers.ts'
import { sendEntry } from './send-entry.ts'
import { isSpeculationRules, sendSpeculationRules, setSpeculationRules } from './speculation.ts'
import { sendStatus } from './status-pages.ts'
import { createWaitingPages } from './waiting-pages.ts'

/**
 * Wraps Next: client address and trusted headers, limits, status pages with a body, compression and
 * the page cache. A request of a client never causes a 500.
 */
export function createHandler(options: HandlerOptions): RequestHandler {
  const { next, pages, cache, guard, health, renders = createRenders() } = options
  const { pageDeadlineMs, onError, storesPages = true, sendsTags = false } = options
  const { policies = createPolicies(options), reports, onUnprepared, onRequest } = options
  const siteUrl = new URL(options.siteUrl)
  const resolveClient = createClientResolver(options.trustedProxies)
  const known = createKnownKeys<PageKey>()
  const secure = (res: ServerResponse) => setSecurityHeaders(res, siteUrl.protocol === 'https:')
  const setFinalHeaders = createFinalHeaders(policies, secure)
  const waitingPages = createWaitingPages({ pages, onUnprepared, policies, secure })
  const pageRenders = createPageRenders({
    next,
    cache,
    shared: options.shared,
    renders,
    siteUrl,
    policies,
    sendsTags,
    prepare: waitingPages.prepare,
    finish: setFinalHeaders,
    onError: (path, error) => onError({ path, error }),
  })

  const answerPage = createPageAnswers({
    ...options,
    pageRenders,
    deadlineMs: pageDeadlineMs,
    secure,
  })
  const { passToNext, answerFlight } = createPassage({
    ...options,
    storesPages,
    renders,
    policies,
    waitingPages,
    setFinalHeaders,
  })
  const reads = createReadAnswers({
    ...options,
    siteUrl,
    keeps: storesPages,
    finish: setFinalHeaders,
    secure,
    passOn: passToNext,
  })

  const sendHit = createHits({ cache, guard, known, reads })

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const client = resolveClient(req.socket.remoteAddress, asText(req.headers['x-forwarded-for']))
    options.proxies?.see(req.headers, client)
    const id = requestIdOf(req, client)
    const observed = { id, client, began: performance.now(), onRequest }
    const answerAny = () => handleAny(req, res, client, id)
    return sendHit(req, res, observed) ?? observeRequest(req, res, observed, answerAny)
  }

  async function handleAny(
    req: IncomingMessage,
    res: ServerResponse,
    client: ClientAddress,
    id: string,
  ): Promise<void> {
    const { target, path, refused } = readTarget(req.url ?? '/', req.headers.host)
    setTrustedHeaders(req, { id, client, siteUrl })
    res.setHeader('x-request-id', id)
    setOtherSites(req, res, target)
    const sendError = (status: number) => {
      secure(res)
      sendStatus(pages, status, path, req, res)
    }
    const exchange: RequestExchange = { req, res, id, address: client.address, path, sendError }
    const reject = ({ status, retryAfter }: OverLimit) => {
      res.setHeader('retry-after', retryAfter)
      sendError(status)
    }
    // Before any limit: monitors get an answer from an overloaded site too.
    if (health.handles(path) && isRead(req)) return health.respond(path, req, res)
    const stored = known.find(req)
    const isStored = stored !== undefined && cache.find(stored.key) !== undefined
    const overload = guard.enter(req, res, client.address, isStored)
    if (overload) return reject(overload)
    // Before the check of the origin: browsers send reports without one.
    if (reports?.handles(req, path)) {
      const tooMany = await guard.count(exchange)
      return tooMany ? reject(tooMany) : reports.receive(req, res, sendError)
    }
    const refusal = refused ?? refusalOf(req, res, { path, target, siteUrl })
    if (refusal) return sendError(refusal)
    if (!isRead(req) && !checksOrigin(path)) setOrigin(req, siteUrl)
    const methods = methodsAskedFor(req, { path, target })
    if (methods) return sendMethods(methods, exchange, setFinalHeaders)
    if (isSpeculationRules(path)) return sendSpeculationRules(req, res)
    const page = storesPages ? pageKeyOf(target, req) : undefined
    const pageOfData = pageOfFlight(target)
    if (pageOfData !== undefined && !page) return answerFlight(pageOfData, exchange, reject)
    if (page) {
      if (page.kind !== 'payload') known.add(req, page)
      return answerPage(page, { ...exchange, reject, passOn: () => passToNext(exchange, target) })
    }
    const overLimit = await guard.count(exchange)
    if (overLimit) return reject(overLimit)
    await reads.answer(exchange, target)
  }

  return handle
}

type Parts = Pick<HandlerOptions, 'cache' | 'guard'> & {
  known: KnownKeys<PageKey>
  reads: ReadAnswers
}

/** Answers from memory, without any other work: pages, and answers of the API. Nothing if it has none. */
const createHits =
  ({ cache, guard, known, reads }: Parts) =>
  (req: IncomingMessage, res: ServerResponse, observed: Observed): Promise<void> | undefined => {
    const { id, client, began } = observed
    const stored = known.find(req)
    if (stored) {
      const found = hasJustChanged(req.headers.cookie) ? undefined : cache.find(stored.key)
      const entry = found && isSentAtOnce(cache.freshnessOf(found)) ? found : undefined
      if (!entry || guard.enter(req, res, client.address, true)) return undefined
      const { key, version } = stored
      const sent = sendEntry(cache, { key, entry, source: 'hit', id, version }, req, res)
      countHit(req, res, began)
      return Promise.resolve(sent)
    }
    const kept = reads.find(req, began)
    if (!kept || guard.enter(req, res, client.address, true)) return undefined
    return reads.sendAtOnce(kept, req, res, observed)
  }

const createFinalHeaders =
  (policies: Policies, secure: (res: ServerResponse) => void): FinalHeaders =>
  (res, { isForRouter, marking }, freshUntil) => {
    removeInternalHeaders(res, isForRouter)
    setContentLength(res)
    setCacheControl(res, freshUntil)
    keepFromOtherSites(res)
    removeStateOfLimit(res)
    policies.apply(res, marking)
    setSpeculationRules(res)
    secure(res)
  }

/** Answers `OPTIONS` with the methods of an address, or 404 where there is no call. */
function sendMethods(
  methods: readonly string[],
  { res, sendError }: RequestExchange,
  finish: FinalHeaders,
): void {
  if (methods.length === 0) return sendError(404)
  res.statusCode = 204
  res.setHeader('allow', methods.join(', '))
  res.setHeader('cache-control', 'no-store')
  finish(res, { isForRouter: false, marking: undefined }, undefined)
  res.end()
}
