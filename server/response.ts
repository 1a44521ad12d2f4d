import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import { matchesEtag } from '#lib/accept.ts'
import { reasonOfStatus } from '#lib/api/refuse.ts'
import { REQUEST_ID_MARK, REVALIDATE_S } from '#lib/config.ts'
import { statusOfError } from '#server/next/digest.ts'
import { removeInternalHeaders, setContentLength } from '#server/next/exchange.ts'
import { isWorthCompressing } from './compression.ts'
import { type OverLimit, removeStateOfLimit } from './limits.ts'
import { keepFromOtherSites } from './other-sites.ts'
import { DATA_POLICY, type Marking, REPORTING_ENDPOINTS } from './policy.ts'
import { asText, isApi, localeOf } from './request-target.ts'
import type { RequestExchange, Site, StatusPages } from './site.ts'
import { setSpeculationRules } from './speculation.ts'

type About = {
  /** Whether the framework's client router reads the answer. */
  isForRouter: boolean
  marking: Marking | undefined
  /** When what is sent becomes stale, in ms since the epoch, if known. */
  freshUntil?: number | undefined
}

/** Sets the headers that every answer has, before its body. */
export function finishHeaders(
  { policies, url }: Site,
  res: ServerResponse,
  { isForRouter, marking, freshUntil }: About,
): void {
  removeInternalHeaders(res, isForRouter)
  setContentLength(res)
  setCacheControl(res, freshUntil)
  keepFromOtherSites(res)
  removeStateOfLimit(res)
  policies.apply(res, marking)
  setSpeculationRules(res)
  setSecurityHeaders(res, url)
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * Adds the security headers that the handler did not set, after its policy (policy.ts). A page whose policy allows framing gets no
 * `X-Frame-Options: DENY`, which some clients would check first; one that the site itself frames gets `SAMEORIGIN`.
 * @param url address of the site.
 */
export function setSecurityHeaders(res: ServerResponse, { protocol }: URL): void {
  const policy = String(res.getHeader('content-security-policy') ?? '')
  const isFrameable = /\bframe-ancestors \*/.test(policy)
  if (/\bframe-ancestors 'self'/.test(policy)) res.setHeader('x-frame-options', 'SAMEORIGIN')
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (isFrameable && name === 'x-frame-options') continue
    if (!res.hasHeader(name)) res.setHeader(name, value)
  }
  if (protocol === 'https:') res.setHeader('strict-transport-security', 'max-age=31536000')
}

/**
 * Sets `Cache-Control` (RFC 9111). Errors and responses that set a cookie are not stored: a shared
 * cache would hand one visitor's session to another. Pages with `s-maxage` are stored by shared
 * caches for at most as long as Next considers them fresh; browsers revalidate each time, so that
 * visitors see their own changes at once.
 * @param freshUntil when the page becomes stale, in ms since the epoch, if known.
 */
function setCacheControl(res: ServerResponse, freshUntil = Infinity) {
  if (res.statusCode >= 400) {
    res.setHeader('cache-control', 'no-store')
    return
  }
  if (res.hasHeader('set-cookie')) {
    res.setHeader('cache-control', 'private, no-store')
    return
  }
  // Hashed files set their own lifetime.
  if (/\bimmutable\b/.test(String(res.getHeader('cache-control') ?? ''))) return
  const seconds = /\bs-maxage=(\d+)/.exec(String(res.getHeader('cache-control') ?? ''))?.[1]
  if (seconds === undefined) return
  const left = Math.max(1, Math.ceil((freshUntil - Date.now()) / 1000))
  const shared = Math.min(Number(seconds), REVALIDATE_S, left)
  res.setHeader('cache-control', `public, max-age=0, must-revalidate, s-maxage=${shared}`)
}

/** Makes a response 304 if the client has it already (RFC 9110, section 15.4.5). @returns whether it is one. */
export function setNotModified(req: IncomingMessage, res: ServerResponse): boolean {
  const etag = String(res.getHeader('etag') ?? '')
  const ifNoneMatch = asText(req.headers['if-none-match'])
  if (res.statusCode !== 200 || etag === '' || !matchesEtag(ifNoneMatch, etag)) return false
  res.statusCode = 304
  res.removeHeader('content-type')
  res.removeHeader('content-length')
  return true
}

/** Removes the length of text from an answer to HEAD: GET sends it compressed, and pages without what their scripts load. */
export function removeLengthOfHead(req: IncomingMessage, res: ServerResponse): void {
  if (req.method === 'HEAD' && isWorthCompressing(res)) res.removeHeader('content-length')
}

/** `Retry-After` in seconds while the backend is down (RFC 9110, section 10.2.3). */
const RETRY_AFTER_S = 5

/** Answers with an error: the page of its status, or the envelope below `/api/`. */
export function sendError({ site, req, res, path }: RequestExchange, status: number): void {
  setSecurityHeaders(res, site.url)
  const reason = STATUS_CODES[status] ?? 'Error'
  const page = site.pages.find(localeOf(path), status)
  for (const name of ['etag', 'last-modified', 'content-encoding', 'location', 'link']) {
    res.removeHeader(name)
  }
  removeInternalHeaders(res, false)
  res.statusCode = status
  res.setHeader('cache-control', 'no-store')
  if (status === 503 && !res.hasHeader('retry-after')) {
    res.setHeader('retry-after', RETRY_AFTER_S)
  }
  res.setHeader('content-security-policy', DATA_POLICY)
  let body: string | Buffer = `${status} ${reason}\n`
  if (isApi(path)) {
    res.setHeader('content-type', 'application/json; charset=utf-8')
    const id = res.getHeader('x-request-id')
    const about = { ...reasonOfStatus(status), ...(id !== undefined && { request_id: id }) }
    body = JSON.stringify({ code: status, message: reason, data: null, ...about })
  } else {
    res.setHeader('content-type', `text/${page ? 'html' : 'plain'}; charset=utf-8`)
    if (page) {
      res.setHeader('content-security-policy', page.policy)
      res.setHeader('reporting-endpoints', REPORTING_ENDPOINTS)
      body = withRequestId(page.body, String(res.getHeader('x-request-id') ?? ''))
    }
  }
  res.setHeader('content-length', Buffer.byteLength(body))
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** In the text of a page, not in the data of its scripts. */
const MARK = Buffer.from(`>${REQUEST_ID_MARK}<`)

/** @param id letters, digits, `.`, `_` and `-` only (client.ts). */
function withRequestId(page: Buffer, id: string): Buffer {
  const at = page.indexOf(MARK)
  if (at < 0) return page
  return Buffer.concat([
    page.subarray(0, at + 1),
    Buffer.from(id),
    page.subarray(at + MARK.length - 1),
  ])
}

/** Answers a request over a limit. */
export function sendOverLimit(exchange: RequestExchange, { status, retryAfter }: OverLimit): void {
  exchange.res.setHeader('retry-after', retryAfter)
  sendError(exchange, status)
}

/** Whether the framework looks for a server action. Forms of 0.2.0 are passed on below `/api/`. */
const isAction = ({ method, url = '' }: IncomingMessage) => method === 'POST' && !isApi(url)

/** Whether the response is an error whose body its reader cannot use. */
export function needsStatusPage(
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
 * Whether the response may be a malformed call of a server action. The client router handles Next's
 * own response to an action that failed; no page of the site sends a malformed one.
 */
export function mayBeMalformedAction(req: IncomingMessage, res: ServerResponse) {
  return isAction(req) && res.statusCode === 500
}

/** The status of an error response: Next answers 500 for failures of the backend and malformed actions too. */
export const statusOf = (req: IncomingMessage, status: number, body: Buffer): number =>
  status === 500 ? statusOfError(body, isAction(req)) : status
