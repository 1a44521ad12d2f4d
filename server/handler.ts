import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { position } from '#lib/cache/state.ts'
import { createPageAnswers } from './answer-page.ts'
import { type Client, createClientResolver } from './client-address.ts'
import { mayBeMalformedAction, needsStatusPage, statusOf } from './error-status.ts'
import { isWaiting, pageOfFlight } from './flights.ts'
import type { Health } from './health.ts'
import { intercept } from './intercept.ts'
import type { Guard, Rejection } from './limits.ts'
import { createKnownKeys } from './known-keys.ts'
import type { PageCache } from './page-cache.ts'
import { pageKeyOf } from './page-key.ts'
import { createPageRenders } from './page-renders.ts'
import { createRenders, type Renders } from './renders.ts'
import type { PolicyReports } from './policy-reports.ts'
import { createPolicies, type Marking, type Policies } from './policy.ts'
import { requestIdOf, setTrustedHeaders } from './request-headers.ts'
import { isRead, refusalOf } from './refusal.ts'
import { isApi, isFileRoute, readTarget } from './request-target.ts'
import {
  removeInternalHeaders,
  setCacheControl,
  setContentLength,
  setSecurityHeaders,
  setSingleLocation,
} from './response-headers.ts'
import { cacheStatus, sendEntry } from './send-entry.ts'
import { isSpeculationRules, sendSpeculationRules, setSpeculationRules } from './speculation.ts'
import { type StatusPages, sendStatus } from './status-pages.ts'
import { isCompressible } from './stored-body.ts'
import { createWaitingPages, isWholePage, removeVisitor } from './waiting-pages.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>
type RequestError = { id?: string; method?: string | undefined; path: string; error: unknown }

export type HandlerOptions = {
  next: Handler
  pages: StatusPages
  cache: PageCache
  renders?: Renders
  policies?: Policies
  /** Receives the browsers' reports of violations of a policy. */
  reports?: PolicyReports
  siteUrl: string
  trustedProxies: readonly string[]
  /** Deadline for the start of a page's response, in ms; then 504. 0: none. */
  pageDeadlineMs: number
  onError: (error: RequestError) => void
  guard: Guard
  health: Health
  /** Whether public pages are stored; not in development. */
  storesPages?: boolean
  /** Whether responses name their tags, for a cache in front. */
  sendsTags?: boolean
  /** Called with the reason where the scripts of a public page cannot wait (decision 61). */
  onUnprepared?: (path: string, reason: string) => void
}

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
  const { pageDeadlineMs, onError, storesPages = true, sendsTags = false, onUnprepared } = options
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
    const client = resolveClient(req.socket.remoteAddress, asText(req.headers['x-forwarded-for']))
    const id = requestIdOf(req, client)
    const stored = known.find(req)
    if (stored) {
      const entry = cache.find(stored.key)
      if (entry && cache.freshnessOf(entry) === 'fresh' && !guard.enter(req, res, client.address)) {
        return sendEntry(cache, { key: stored.key, entry, source: 'hit', id }, req, res)
      }
    }
    return handleAny(req, res, client, id)
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
    const overload = guard.enter(req, res, client.address)
    if (overload) return reject(overload)
    // Before the check of the origin: browsers send reports without one.
    if (reports?.handles(req, path)) {
      const tooMany = guard.count(path, client.address)
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
    const overLimit = guard.count(path, client.address)
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
    const overLimit = guard.count(path, address)
    if (overLimit) return reject(overLimit)
    removeVisitor(req)
    return passToNext({ ...exchange, path, flight }, page)
  }

  async function passToNext(exchange: Exchange, target: string): Promise<void> {
    const { req, res, id, address, path, sendError, flight } = exchange
    req.url = target
    // Parsing and serialising an address turns `?y` into `?y=`; redirects keep it as it was sent.
    req.headers['x-request-target'] = target
    const began = position()
    let freshUntil: () => number | undefined = () => undefined
    let releaseSlot: () => void = () => undefined
    const isDocument = !isRouterRequest(req) && !isInternal(path)
    const marking = isFileRoute(path) || isApi(path) ? undefined : policies.mark(req.headers, path)
    if (typeof compress === 'function' && flight === undefined) compress(req, res, () => {})
    const response = intercept(res, () => {
      // The page is rendered; sending it takes as long as the client reads.
      releaseSlot()
      if (!isStoredByNext(res)) guard.chargeRender(path, address)
      setFinalHeaders(res, { isForRouter: isRouterRequest(req), marking }, freshUntil())
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
      await renders.run(path, (scope) => {
        freshUntil = () => scope.freshUntil
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
    setSingleLocation(res)
    setCacheControl(res, freshUntil)
    policies.apply(res, marking)
    setSpeculationRules(res)
    setSecurityHeaders(res, isHttps)
  }

  return handle
}

/** Whether the framework had the response in its own cache. */
const isStoredByNext = (res: ServerResponse) =>
  ['HIT', 'PRERENDER'].includes(String(res.getHeader('x-nextjs-cache')))

/** Paths that render no page. */
const isInternal = (path: string) => path.startsWith('/_next/') || isApi(path)

/** Requests of Next's client router, which handles statuses and payloads itself. */
function isRouterRequest(req: IncomingMessage): boolean {
  return Object.keys(req.headers).some((name) => name === 'rsc' || name.startsWith('next-'))
}

/** Text, except ranges and downloads, whose bytes and lengths must arrive unchanged. */
function isWorthCompressing(_req: IncomingMessage, res: ServerResponse): boolean {
  if (res.statusCode === 206 || res.hasHeader('content-range')) return false
  if (String(res.getHeader('content-disposition') ?? '').startsWith('attachment')) return false
  return isCompressible(String(res.getHeader('content-type') ?? ''))
}

function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
