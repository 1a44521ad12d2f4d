import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOfError } from '#server/next/digest.ts'
import type { OverLimit } from './limits.ts'
import { isApi } from './request-target.ts'
import { setSecurityHeaders } from './response-headers.ts'
import type { RequestExchange } from './site.ts'
import { sendStatus, type StatusPages } from './status-pages.ts'

/** Answers with an error: the page of its status, or the envelope below `/api/`. */
export function sendError({ site, req, res, path }: RequestExchange, status: number): void {
  setSecurityHeaders(res, site.url)
  sendStatus(site.pages, status, path, req, res)
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
