import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { createClientResolver } from './client-address.ts'
import { intercept } from './intercept.ts'
import { cacheKey, type PageCache, sendStored } from './page-cache.ts'
import { setTrustedHeaders } from './request-headers.ts'
import { isApi, readTarget } from './request-target.ts'
import {
  removeInternalHeaders,
  setCacheControl,
  setContentLength,
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
  siteUrl: string
  trustedProxies: readonly string[]
  /** A page that has not begun to answer by then is answered for with 504, in ms; 0: never. */
  pageDeadlineMs: number
  onFault: (fault: Fault) => void
}

/** `ApiError.digest` (lib/api), which Next writes into the error page. */
const BACKEND_DIGEST = /BACKEND;(50[234])/

/**
 * What stands around Next: addresses and headers that it can believe, statuses that come with a
 * body, one place for compression and stored pages. It never answers 500 to what a client sent.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { next, pages, cache, pageDeadlineMs, onFault } = options
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
    if (refused) return answerWith(refused)
    // Calls of the API answer for themselves; nobody else's page may post to one of ours.
    if (!isApi(path) && !isRead(req) && !isSameOrigin(new Headers(headersOf(req)), siteUrl.href)) {
      return answerWith(403)
    }
    req.url = target
    // Parsing and writing would turn `?y` into `?y=`; whoever is led back gets what they asked for.
    req.headers['x-request-target'] = target

    const key = cacheKey(req)
    const stored = key === undefined ? undefined : cache.find(key)
    const ifNoneMatch = req.headers['if-none-match']
    if (stored) return sendStored(stored, ifNoneMatch, req, res)
    if (key !== undefined) {
      // The whole answer is wanted for storing; whether the client has it is seen afterwards.
      delete req.headers['if-none-match']
      delete req.headers['if-modified-since']
    }

    const version = cache.version()
    const isDocument = !isRouterRequest(req) && !path.startsWith('/_next/') && !isApi(path)
    if (typeof compress === 'function') compress(req, res, () => {})
    const answer = intercept(res, () => {
      const keeps = key !== undefined && cache.accepts(req, res)
      removeInternalHeaders(res, isRouterRequest(req))
      setContentLength(res)
      setCacheControl(res)
      setSecurityHeaders(res, isHttps)
      if (wantsStatusPage(res, path, isDocument, pages)) {
        return (body) => answerWith(statusOf(res.statusCode, body))
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
    try {
      await next(req, res)
    } catch (error) {
      fail(error)
    }
  }
}

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

/** The status that an error answer stands for: the backend's part in it is in the body alone. */
function statusOf(status: number, body: Buffer): number {
  if (status !== 500) return status
  return Number(BACKEND_DIGEST.exec(body.toString('utf8'))?.[1] ?? status)
}

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
