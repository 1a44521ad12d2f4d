import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { offeredMethodsOf } from '#lib/contract/route.ts'
import { apiPathOf } from './other-sites.ts'
import { ownMethodsOf } from './own-calls.ts'
import { checksOrigin, isApi, takesForms } from './request-target.ts'

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']
const FORM_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Methods that the server passes on where no handler is, which answers 404. */
const API_METHODS = [...FORM_METHODS, 'PUT', 'PATCH', 'DELETE']

type Requested = { path: string; target: string; siteUrl: URL }

/** The status that refuses a request before any work, if one does: method or origin not allowed. */
export function refusalOf(
  req: IncomingMessage,
  res: ServerResponse,
  { path, target, siteUrl }: Requested,
) {
  const methods = methodsOf({ path, target })
  const passed = methods.length === 0 ? API_METHODS : methods
  if (!passed.includes(req.method ?? '')) {
    if (methods.length === 0) return 404
    res.setHeader('allow', methods.join(', '))
    return 405
  }
  if (isRead(req)) return undefined
  const headers = new Headers(headersOf(req))
  return checksOrigin(path) || isSameOrigin(headers, siteUrl.href) ? undefined : 403
}

/** The methods of an address; none below `/api/` where no handler is. */
function methodsOf({ path, target }: Pick<Requested, 'path' | 'target'>): readonly string[] {
  if (!isApi(path)) return takesForms(path) ? FORM_METHODS : READ_METHODS
  const call = apiPathOf(target)
  return call === undefined ? ownMethodsOf(path) : offeredMethodsOf(call)
}

/** The methods that a request asks for by `OPTIONS`, none for an unknown address of the API; nothing for another request. */
export function methodsAskedFor(
  { method }: IncomingMessage,
  requested: Pick<Requested, 'path' | 'target'>,
): readonly string[] | undefined {
  return method === 'OPTIONS' ? methodsOf(requested) : undefined
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
