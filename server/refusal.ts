import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { offeredMethodsOf } from '#lib/contract/route.ts'
import { callPathOf } from './other-sites.ts'
import { checksOrigin, isApi, isFileRoute } from './request-target.ts'

/** Methods that the server passes on; handlers may accept fewer. */
const PAGE_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
const API_METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE']

type Requested = { path: string; target: string; siteUrl: URL }

/** The status that refuses a request before any work, if one does: method or origin not allowed. */
export function refusalOf(
  req: IncomingMessage,
  res: ServerResponse,
  { path, target, siteUrl }: Requested,
) {
  const methods = isApi(path) ? API_METHODS : PAGE_METHODS
  if (!methods.includes(req.method ?? '')) {
    const call = callPathOf(target)
    const allowed = call === undefined ? methods : offeredMethodsOf(call)
    if (allowed.length === 0) return 404
    res.setHeader('allow', allowed.join(', '))
    return 405
  }
  if (isRead(req)) return undefined
  const headers = new Headers(headersOf(req))
  if (!checksOrigin(path) && !isSameOrigin(headers, siteUrl.href)) return 403
  return isFileRoute(path) ? 404 : undefined
}

/** Whether a request changes nothing. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function headersOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, asText(value) ?? ''])
}

export function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
