import { setSecurityHeaders } from './response-headers.ts'
import type { OverLimit } from './limits.ts'
import type { RequestExchange } from './site.ts'
import { sendStatus } from './status-pages.ts'

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
