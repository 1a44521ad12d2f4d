import type { IncomingMessage, ServerResponse } from 'node:http'
import { isApi } from './request-target.ts'
import type { StatusPages } from './status-pages.ts'

/** `ApiError.digest` (lib/api/error.ts), which Next writes into the error page. */
const BACKEND_DIGEST = /BACKEND;(50[234])/
/** Digest of an error thrown by a server action (lib/auth/action-error.ts). */
const ACTION_DIGEST = /ACTION;500/

const isPost = ({ method }: IncomingMessage) => method === 'POST'

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
export function mayBeMalformedAction(req: IncomingMessage, res: ServerResponse, path: string) {
  return isPost(req) && !isApi(path) && res.statusCode === 500
}

/**
 * The status of an error response. Next answers 500 where the backend failed (502 to 504, named in
 * the body) and where a posted server action was malformed (400: no action ran, so none has left its
 * digest).
 */
export function statusOf(req: IncomingMessage, status: number, body: Buffer): number {
  if (status !== 500) return status
  const text = body.toString('utf8')
  const backendStatus = BACKEND_DIGEST.exec(text)?.[1]
  if (backendStatus !== undefined) return Number(backendStatus)
  return isPost(req) && !ACTION_DIGEST.test(text) ? 400 : 500
}
