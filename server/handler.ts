import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { createClientResolver } from './client-address.ts'
import type { HealthPoint } from './health.ts'
import { intercept } from './intercept.ts'
import type { Guard, Refusal } from './limits.ts'
import { cacheKey, type PageCache, sendStored } from './page-cache.ts'
import { createRenders, type Renders } from './renders.ts'
import { setTrustedHeaders } from './request-headers.ts'
import { checksOrigin, isApi, isFileRoute, readTarget } from './request-target.ts'
import {
  removeInternalHeaders,
  setCacheControl,
  setContentLength,
  setOneLocation,
  setSecurityHeaders,
} from './response-headers.ts'
import { type StatusPages, sendStatus } from './status-pages.ts'
import { isCompressible } from './stored-body.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>
type Fault = { id: string; method?: string; path: string; error: unknown }

export type HandlerOptions = {
  next: Handler
  pages: StatusPages
  cache: PageCache
  renders?: Renders
  siteUrl: string
  trustedProxies: readonly string[]
  /** A page that has not begun to answer by then is answered for with 504, in ms; 0: never. */
  pageDeadlineMs: number
  onFault: (fault: Fault) => void
  guard: Guard
  health: HealthPoint
}

/** `ApiError.digest` (lib/api), which Next writes into the error page. */
const BACKEND_DIGEST = /BACKEND;(50[234])/
/** The mark of an error that a server action threw (lib/auth/action-fault.ts). */
const ACTION_DIGEST = /ACTION;500/
/** What is answered at all; a call of the API may know fewer. */
const PAGE_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
const API_METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE']

/**
 * What stands around Next: addresses and headers that it can believe, statuses that come with a
 * body, one place for compression and stored pages. It never answers 500 to what a client sent.
 */
export function createHandler(options: HandlerOptions): Handler {
  const {
    next,
    pages,
    cache,
    guard,
    health,
    renders = createRenders(),
    pageDeadlineMs,
    onFault,
  } = options
  const siteUrl = new URL(options.siteUrl)
  const isHttps = siteUrl.protocol === 'https:'
  const resolveClient = createClientResolver(options.trustedProxies)
  // Its types are those of Express; it asks for nothing that plain Node does not have.
  const compress: unknown = compression({ filter: isWorthCompressing })

  return async function handle(req, res) {
    const client = resolveClient(req.socket.remoteAddress, asText(req.headers['x-forwarded-for']))
    const id = setTrustedHeaders(req, client, siteUrl)
    res.setHeader('x-request-id', id)

    const { target, path, refused } = readTarget(req.url ?? '/', req.headers.host)
    const answerWith = (status: number) => {
      setSecurityHeaders(res, isHttps)
      sendStatus(pages, status, path, req, res)
    }
    const turnAway = ({ status, retryAfter }: Refusal) => {
      res.setHeader('retry-after', retryAfter)
      answerWith(status)
    }
    // Before any limit: a monitor has to hear from a busy site too.
    if (health.handles(path) && isRead(req)) return health.answer(path, req, res)
    const crowded = guard.enter(req, res, client.address)
    if (crowded) return turnAway(crowded)
    if (refused) return answerWith(refused)
    const methods = isApi(path) ? API_METHODS : PAGE_METHODS
    if (!methods.includes(req.method ?? '')) {
      res.setHeader('allow', methods.join(', '))
      return answerWith(405)
    }
    if (!isRead(req)) {
      const headers = new Headers(headersOf(req))
      if (!checksOrigin(path) && !isSameOrigin(headers, siteUrl.href)) return answerWith(403)
      if (isFileRoute(path)) return answerWith(404)
    }
    req.url = target
    // Parsing and writing would turn `?y` into `?y=`; whoever is led back gets what they asked for.
    req.headers['x-request-target'] = target

    const key = cacheKey(req)
    const stored = key === undefined ? undefined : cache.find(key)
    const ifNoneMatch = req.headers['if-none-match']
    if (stored) return sendStored(stored, ifNoneMatch, req, res)
    const tooMuch = guard.count(path, client.address)
    if (tooMuch) return turnAway(tooMuch)
    if (key !== undefined) {
      // The whole answer is wanted for storing; whether the client has it is seen afterwards.
      delete req.headers['if-none-match']
      delete req.headers['if-modified-since']
    }

    let version = cache.version()
    let freshUntil: () => number | undefined = () => undefined
    let release: () => void = () => undefined
    const isDocument = !isRouterRequest(req) && !path.startsWith('/_next/') && !isApi(path)
    if (typeof compress === 'function') compress(req, res, () => {})
    const answer = intercept(res, () => {
      // What is left to do is sending, at the reader's pace.
      release()
      guard.price(path, client.address, res)
      const keeps = key !== undefined && cache.accepts(req, res)
      removeInternalHeaders(res, isRouterRequest(req))
      setContentLength(res)
      setOneLocation(res)
      setCacheControl(res, freshUntil())
      setSecurityHeaders(res, isHttps)
      if (wantsStatusPage(res, path, isDocument, pages)) {
        return (body) => answerWith(statusOf(req, res.statusCode, body))
      }
      // The client router understands Next's own answer; a malformed call comes from no page of ours.
      if (isPost(req) && !isApi(path) && res.statusCode === 500) {
        return (body) => {
          if (statusOf(req, 500, body) === 400) answerWith(400)
          else res.end(body)
        }
      }
      if (!keeps) return undefined
      return (body) => {
        sendStored(cache.keep(key, version, res, body), ifNoneMatch, req, res).catch(fail)
      }
    })
    function fail(error: unknown) {
      onFault({ id, method: req.method, path, error })
      if (answer.takeOver(() => answerWith(500))) return
      if (!res.writableEnded) res.destroy()
    }
    if (isDocument && pageDeadlineMs > 0 && isRead(req)) {
      const giveUp = () => answer.takeOver(() => answerWith(504))
      const deadline = setTimeout(giveUp, pageDeadlineMs)
      res.once('close', () => clearTimeout(deadline))
    }
    const isGone = () => res.writableEnded || res.destroyed
    try {
      if (!isInternal(path)) await renders.settled(path, isGone)
      if (renders.isUncached(path)) {
        const slot = await renders.slot(res)
        if (!slot) return void answer.takeOver(() => answerWith(503))
        release = slot
      }
      if (isGone()) return
      version = cache.version()
      await renders.run(path, (scope) => {
        freshUntil = () => scope.freshUntil
        return next(req, res)
      })
    } catch (error) {
      fail(error)
    } finally {
      release()
    }
  }
}

/** Whether no page is rendered for a path. */
const isInternal = (path: string) => path.startsWith('/_next/') || isApi(path)

/** Whether Next's client router asks, which reads statuses and payloads by itself. */
function isRouterRequest(req: IncomingMessage): boolean {
  return Object.keys(req.headers).some((name) => name === 'rsc' || name.startsWith('next-'))
}

/** Whether an answer is an error without a body that its reader can use. */
function wantsStatusPage(
  res: ServerResponse,
  path: string,
  isDocument: boolean,
  pages: StatusPages,
): boolean {
  if (res.statusCode < 400) return false
  if (isApi(path)) return String(res.getHeader('content-type') ?? '').startsWith('text/html')
  return isDocument && pages.find('en', res.statusCode) !== undefined
}

/**
 * The status that an error answer stands for: the backend's part in it is in the body alone. What is
 * posted to a page is a call of a server action; one that failed before the action began was malformed.
 */
function statusOf(req: IncomingMessage, status: number, body: Buffer): number {
  if (status !== 500) return status
  const text = body.toString('utf8')
  const given = BACKEND_DIGEST.exec(text)?.[1]
  if (given !== undefined) return Number(given)
  return isPost(req) && !ACTION_DIGEST.test(text) ? 400 : 500
}

const isPost = ({ method }: IncomingMessage) => method === 'POST'

/** Text only, and never a part of a file or a file to be saved: its bytes and length are its own. */
function isWorthCompressing(_req: IncomingMessage, res: ServerResponse): boolean {
  if (res.statusCode === 206 || res.hasHeader('content-range')) return false
  if (String(res.getHeader('content-disposition') ?? '').startsWith('attachment')) return false
  return isCompressible(String(res.getHeader('content-type') ?? ''))
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function headersOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, asText(value) ?? ''])
}

function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
