import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOfError } from '#server/next/digest.ts'
import { isApi } from './request-target.ts'
import type { StatusPages } from './status-pages.ts'

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
