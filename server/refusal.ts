import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { offeredMethodsOf } from '#lib/contract/route.ts'
import { callPathOf } from './other-sites.ts'
import { checksOrigin, isApi, takesForms } from './request-target.ts'

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']
const FORM_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Methods that the server passes on; handlers may accept fewer. */
const API_METHODS = [...FORM_METHODS, 'PUT', 'PATCH', 'DELETE']

type Requested = { path: string; target: string; siteUrl: URL }

/** The status that refuses a request before any work, if one does: method or origin not allowed. */
export function refusalOf(
  req: IncomingMessage,
  res: ServerResponse,
  { path, target, siteUrl }: Requested,
) {
  const methods = isApi(path) ? API_METHODS : pageMethodsOf(path)
  if (!methods.includes(req.method ?? '')) {
    const call = callPathOf(target)
    const allowed = call === undefined ? methods : offeredMethodsOf(call)
    if (allowed.length === 0) return 404
    res.setHeader('allow', allowed.join(', '))
    return 405
  }
  if (isRead(req)) return undefined
  const headers = new Headers(headersOf(req))
  return checksOrigin(path) || isSameOrigin(headers, siteUrl.href) ? undefined : 403
}

/** Methods of an address outside of the API. */
const pageMethodsOf = (path: string) => (takesForms(path) ? FORM_METHODS : READ_METHODS)

/** The methods that a request asks for by `OPTIONS`; none for an unknown call, nothing where a handler answers itself. */
export function methodsAskedFor(
  { method }: IncomingMessage,
  { path, target }: Pick<Requested, 'path' | 'target'>,
): string[] | undefined {
  if (method !== 'OPTIONS') return undefined
  const call = callPathOf(target)
  if (call !== undefined) return offeredMethodsOf(call)
  return isApi(path) ? undefined : pageMethodsOf(path)
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
