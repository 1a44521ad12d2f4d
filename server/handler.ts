import type { IncomingMessage, ServerResponse } from 'node:http'
import { removeInternalHeaders, setContentLength } from '#server/next/responses.ts'
import { createPageAnswers } from './answer-page.ts'
import { type Client, createClientResolver } from './client-address.ts'
import { pageOfFlight } from './flights.ts'
import type { Exchange, Handler, HandlerOptions } from './handler-options.ts'
import type { Rejection } from './limits.ts'
import { countHit, observeRequest } from './observe.ts'
import { createKnownKeys, pageKeyOf } from './page-key.ts'
import { createPageRenders, type FinalHeaders } from './page-renders.ts'
import { createPassage } from './pass-to-next.ts'
import { createRenders } from './renders.ts'
import { createPolicies, type Policies } from './policy.ts'
import { requestIdOf, setTrustedHeaders } from './request-headers.ts'
import { asText, isRead, refusalOf } from './refusal.ts'
import { readTarget } from './request-target.ts'
import { setCacheControl, setSecurityHeaders } from './response-headers.ts'
import { sendEntry } from './send-entry.ts'
import { isSpeculationRules, sendSpeculationRules, setSpeculationRules } from './speculation.ts'
import { sendStatus } from './status-pages.ts'
import { createWaitingPages } from './waiting-pages.ts'

/**
 * Wraps Next: client address and trusted headers, limits, status pages with a body, compression and
 * the page cache. A request of a client never causes a 500.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { next, pages, cache, guard, health, renders = createRenders() } = options
  const { pageDeadlineMs, onError, storesPages = true, sendsTags = false } = options
  const { policies = createPolicies(options), reports, onUnprepared, onRequest } = options
  const siteUrl = new URL(options.siteUrl)
  const isHttps = siteUrl.protocol === 'https:'
  const resolveClient = createClientResolver(options.trustedProxies)
  const known = createKnownKeys()
  const secure = (res: ServerResponse) => setSecurityHeaders(res, isHttps)
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
    cache,
    pageRenders,
    guard,
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

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const began = performance.now()
    const client = resolveClient(req.socket.remoteAddress, asText(req.headers['x-forwarded-for']))
    const id = requestIdOf(req, client)
    const stored = known.find(req)
    if (stored) {
      const entry = cache.find(stored.key)
      const isFresh = entry && cache.freshnessOf(entry) === 'fresh'
      if (isFresh && !guard.enter(req, res, client.address, true)) {
        const sent = sendEntry(cache, { key: stored.key, entry, source: 'hit', id }, req, res)
        countHit(req, res, began)
        return sent
      }
    }
    const observed = { id, client, began, onRequest }
    return observeRequest(req, res, observed, () => handleAny(req, res, client, id))
  }

  async function handleAny(
    req: IncomingMessage,
    res: ServerResponse,
    client: Client,
    id: string,
  ): Promise<void> {
    setTrustedHeaders(req, { id, client, siteUrl })
    res.setHeader('x-request-id', id)
    const { target, path, refused } = readTarget(req.url ?? '/', req.headers.host)
    const sendError = (status: number) => {
      secure(res)
      sendStatus(pages, status, path, req, res)
    }
    const reject = ({ status, retryAfter }: Rejection) => {
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
      const tooMany = await guard.count(path, client.address)
      return tooMany ? reject(tooMany) : reports.receive(req, res, sendError)
    }
    const refusal = refused ?? refusalOf(req, res, path, siteUrl)
    if (refusal) return sendError(refusal)
    if (isSpeculationRules(path)) return sendSpeculationRules(req, res)
    const exchange: Exchange = { req, res, id, address: client.address, path, sendError }
    const page = storesPages ? pageKeyOf(target, req) : undefined
    const pageOfData = pageOfFlight(target)
    if (pageOfData !== undefined && !page) return answerFlight(pageOfData, exchange, reject)
    if (page) {
      known.add(req, page)
      const passOn = () => passToNext(exchange, target)
      return answerPage(page, { ...exchange, reject, passOn })
    }
    const overLimit = await guard.count(path, client.address)
    if (overLimit) return reject(overLimit)
    await passToNext(exchange, target)
  }

  return handle
}

const createFinalHeaders =
  (policies: Policies, secure: (res: ServerResponse) => void): FinalHeaders =>
  (res, { isForRouter, marking }, freshUntil) => {
    removeInternalHeaders(res, isForRouter)
    setContentLength(res)
    setCacheControl(res, freshUntil)
    policies.apply(res, marking)
    setSpeculationRules(res)
    secure(res)
  }
