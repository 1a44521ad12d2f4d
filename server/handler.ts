import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { position, type RequestScope } from '#lib/cache/state.ts'
import { isRouterRequest } from '#server/next/requests.ts'
import { isStoredByNext, removeInternalHeaders, setContentLength } from '#server/next/responses.ts'
import { createPageAnswers } from './answer-page.ts'
import { type Client, createClientResolver } from './client-address.ts'
import { mayBeMalformedAction, needsStatusPage, statusOf } from './error-status.ts'
import { isWaiting, pageOfFlight } from './flights.ts'
import type { HandlerOptions } from './handler-options.ts'
import { intercept } from '#server/next/intercept.ts'
import type { Rejection } from './limits.ts'
import { createKnownKeys } from './known-keys.ts'
import { countHit, observeRequest } from './observe.ts'
import { pageKeyOf } from './page-key.ts'
import { createPageRenders } from './page-renders.ts'
import { createRenders } from './renders.ts'
import { createPolicies, type Marking } from './policy.ts'
import { requestIdOf, setTrustedHeaders } from './request-headers.ts'
import { asText, isRead, refusalOf } from './refusal.ts'
import { isApi, isFileRoute, isInternal, readTarget } from './request-target.ts'
import { isWorthCompressing, setCacheControl, setSecurityHeaders } from './response-headers.ts'
import { cacheStatus, sendEntry } from './send-entry.ts'
import { isSpeculationRules, sendSpeculationRules, setSpeculationRules } from './speculation.ts'
import { sendStatus } from './status-pages.ts'
import { createWaitingPages, isWholePage, removeVisitor } from './waiting-pages.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>
type Reject = (rejection: Rejection) => void
/** A request that passed the checks, and how to answer it with an error. */
type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  id: string
  address: string
  path: string
  sendError: (status: number) => void
  /** Address of data of scripts, requested instead of the page that has it. */
  flight?: string
}

/**
 * Wraps Next: client address and trusted headers, limits, status pages with a body, compression and
 * the page cache. A request of a client never causes a 500.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { next, pages, cache, guard, health, renders = createRenders() } = options
  const {
    pageDeadlineMs,
    onError,
    storesPages = true,
    sendsTags = false,
    onUnprepared,
    onRequest,
  } = options
  const { policies = createPolicies(options), reports } = options
  const siteUrl = new URL(options.siteUrl)
  const isHttps = siteUrl.protocol === 'https:'
  const resolveClient = createClientResolver(options.trustedProxies)
  // Typed for Express, although plain Node objects suffice.
  const compress: unknown = compression({ filter: isWorthCompressing })
  const known = createKnownKeys()
  const secure = (res: ServerResponse) => setSecurityHeaders(res, isHttps)
  const waitingPages = createWaitingPages({
    pages,
    onUnprepared,
    policies,
    setSecurityHeaders: secure,
  })
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
    setSecurityHeaders: secure,
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
      setSecurityHeaders(res, isHttps)
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

  /** Answers a request for data of scripts of a page that is not stored: a search or a status page. */
  async function answerFlight(page: string, exchange: Exchange, reject: Reject): Promise<void> {
    const { req, res, id, address, sendError } = exchange
    const flight = req.url ?? '/'
    const { path, refused } = readTarget(page, undefined)
    if (!isRead(req)) return sendError(405)
    if (waitingPages.sendFlight(flight, { req, res, id })) return undefined
    if (refused || !isWaiting(path) || !renders.isUncached(path)) return sendError(404)
    const overLimit = await guard.count(path, address)
    if (overLimit) return reject(overLimit)
    removeVisitor(req)
    return passToNext({ ...exchange, path, flight }, page)
  }

  async function passToNext(exchange: Exchange, target: string): Promise<void> {
    const { req, res, id, address, path, sendError, flight } = exchange
    req.url = target
    // Parsing and serialising an address turns `?y` into `?y=`; redirects keep it as it was sent. The client router adds parameters.
    if (!isRouterRequest(req)) req.headers['x-request-target'] = target
    const began = position()
    let scope: RequestScope | undefined
    let releaseSlot: () => void = () => undefined
    const isDocument = !isRouterRequest(req) && !isInternal(path)
    const marking = isFileRoute(path) || isApi(path) ? undefined : policies.mark(req.headers, path)
    if (typeof compress === 'function' && flight === undefined) compress(req, res, () => {})
    const response = intercept(res, () => {
      // The page is rendered; sending it takes as long as the client reads.
      releaseSlot()
      if (!isStoredByNext(res)) guard.chargeRender(path, address)
      if (scope?.isUnfinished) res.setHeader('cache-control', 'no-store')
      setFinalHeaders(res, { isForRouter: isRouterRequest(req), marking }, scope?.freshUntil)
      if (isDocument)
        res.setHeader('cache-status', cacheStatus(isRead(req) ? 'fwd=bypass' : 'fwd=method'))
      if (needsStatusPage(res, path, isDocument, pages)) {
        return (body) => sendError(statusOf(req, res.statusCode, body))
      }
      if (mayBeMalformedAction(req, res, path)) {
        return (body) => {
          if (statusOf(req, 500, body) === 400) sendError(400)
          else res.end(policies.finish(res, marking, body))
        }
      }
      if (storesPages && isDocument && isWaiting(path) && isWholePage(req, res)) {
        return (body) => waitingPages.send({ ...exchange, marking }, body, began)
      }
      if (flight !== undefined) return () => sendError(404)
      if (!policies.needsSeal(res, marking)) return undefined
      return (body) => void res.end(policies.finish(res, marking, body))
    })
    function fail(error: unknown) {
      onError({ id, method: req.method, path, error })
      if (response.takeOver(() => sendError(500))) return
      if (!res.writableEnded) res.destroy()
    }
    if (isDocument && pageDeadlineMs > 0 && isRead(req)) {
      const expire = () => response.takeOver(() => sendError(504))
      const deadline = setTimeout(expire, pageDeadlineMs)
      res.once('close', () => clearTimeout(deadline))
    }
    const isClosed = () => res.writableEnded || res.destroyed
    try {
      if (!isInternal(path)) await renders.settled(path, isClosed)
      if (renders.needsSlot(path)) {
        const release = await renders.takeSlot(res)
        if (!release) return void response.takeOver(() => sendError(503))
        releaseSlot = release
      }
      if (isClosed()) return
      await renders.run(path, (own) => {
        scope = own
        return next(req, res)
      })
    } catch (error) {
      fail(error)
    } finally {
      releaseSlot()
    }
  }

  function setFinalHeaders(
    res: ServerResponse,
    { isForRouter, marking }: { isForRouter: boolean; marking: Marking | undefined },
    freshUntil?: number,
  ) {
    removeInternalHeaders(res, isForRouter)
    setContentLength(res)
    setCacheControl(res, freshUntil)
    policies.apply(res, marking)
    setSpeculationRules(res)
    setSecurityHeaders(res, isHttps)
  }

  return handle
}
