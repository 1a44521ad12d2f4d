import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import { reasonOfStatus } from '#lib/api/refuse.ts'
import { REQUEST_ID_MARK } from '#lib/config.ts'
import { statusOfError } from '#server/next/digest.ts'
import { removeInternalHeaders } from '#server/next/exchange.ts'
import type { OverLimit } from './limits.ts'
import { DATA_POLICY, REPORTING_ENDPOINTS } from './policy.ts'
import { isApi, localeOf } from './request-target.ts'
import { setSecurityHeaders } from './response-headers.ts'
import type { RequestExchange, StatusPages } from './site.ts'

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
