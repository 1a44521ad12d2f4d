import type { IncomingMessage, ServerResponse } from 'node:http'
import { API_BASE } from '#lib/contract/limits.ts'
import { isReadableElsewhere } from '#lib/contract/route.ts'

/*
 * What pages of other sites may read (Fetch Standard, CORS protocol; decision 130). It depends on method and address alone, never on
 * who asks: answers of caches are the same for all origins and need no `Vary: Origin`. Answers to requests with cookies are not
 * readable, since browsers refuse them with `*`; requests with a token are not sent, since `Authorization` is not allowed.
 */

/** Feeds and oEmbed, which are the same for everybody as well. */
const DOCUMENT = /^\/(?:feeds\/|oembed$)/
const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
/** For how long browsers need not ask again, in seconds; some take less. */
const PREFLIGHT_MAX_AGE_S = 86_400
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  // Named: Chromium takes `*` for `Authorization` too.
  'access-control-allow-headers':
    'accept, content-type, if-match, if-modified-since, if-none-match, if-range, range',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
}

/** The encoded path below `API_BASE` in a request target; nothing for other addresses. */
export function apiPathOf(target: string): string | undefined {
  const address = addressOf(target)
  return address.startsWith(`${API_BASE}/`) ? address.slice(API_BASE.length) : undefined
}

/**
 * Sets in the headers of an answer, also of an error, whether pages of other sites may read it.
 * @param target as it was sent: the call is found by the encoded path (lib/session/proxy.ts).
 */
export function setOtherSites(req: IncomingMessage, res: ServerResponse, target: string): void {
  const address = addressOf(target)
  const call = apiPathOf(target)
  if (call === undefined && !DOCUMENT.test(address)) return
  if (!isReadable(methodOf(req), call)) {
    return void res.setHeader('cross-origin-resource-policy', 'same-origin')
  }
  setAll(res, READABLE)
  if (req.method === 'OPTIONS') setAll(res, PREFLIGHT)
}

/** An answer that is for one visitor is for no other site. */
export function keepFromOtherSites(res: ServerResponse): void {
  if (!res.hasHeader('set-cookie')) return
  for (const name of Object.keys(READABLE)) res.removeHeader(name)
}

const addressOf = (target: string): string => target.split('?', 1)[0] ?? target

/** Of a preflight, the method that it asks for. */
function methodOf({ method = '', headers }: IncomingMessage): string {
  return method === 'OPTIONS' ? (headers['access-control-request-method'] ?? 'GET') : method
}

const isReadable = (method: string, call: string | undefined): boolean =>
  call === undefined ? method === 'GET' || method === 'HEAD' : isReadableElsewhere(method, call)

function setAll(res: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}
