import 'server-only'
import { CALLS, type CallName } from '#lib/contract/calls.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { env } from '#lib/env.ts'
import { refuse } from './refuse.ts'
import { isSameOrigin } from './same-origin.ts'

/** The backend has this long to begin its answer; the body may then take its time. */
const HEAD_TIMEOUT_MS = 7_000

const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  'user-agent',
  'x-request-id',
]
const RESPONSE_HEADERS = [
  'accept-ranges',
  'allow',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-content-type-options',
]

type Route = { method: string; path: RegExp; json: boolean }

/** What a visitor without a session may call; accounts and publishing come with the session. */
const OPEN = [
  'list',
  'project',
  'popular',
  'search',
  'searchIcons',
  'packIcons',
  'pages',
  'related',
  'record',
] as const satisfies CallName[]
const FORWARDED = OPEN.map((name) => routeOf(CALLS[name].method, CALLS[name].path))
FORWARDED.push(
  routeOf('get', '/openapi.json'),
  { ...routeOf('get', '/file/{id}/{name}'), json: false },
  { ...routeOf('get', '/file/{id}/icons/{name}'), json: false },
)
const KNOWN = Object.values(CALLS).map(({ method, path }) => routeOf(method, path))

function routeOf(method: string, path: string): Route {
  const pattern = path
    .replaceAll('.', '\\.')
    .replace('{kind}', `(?:${KINDS.join('|')})`)
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return { method: method.toUpperCase(), path: new RegExp(`^${pattern}$`), json: true }
}

/**
 * Passes a call on to the backend and its answer back, both streamed.
 * Headers go through by name only, so cookies, `Authorization`, `Set-Cookie` and hop-by-hop
 * headers never do. Failures are answered in the envelope: 403 for a foreign origin, 404, 405,
 * 415, 501 for calls that need a session, 502, 503 and 504 for a backend in trouble.
 */
export async function forward(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.slice(API_BASE.length)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = FORWARDED.find((one) => one.method === method && one.path.test(path))
  if (!route) return refuseUnknown(method, path)
  if (method !== 'GET') {
    if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return refuse(415)
  }
  const answer = await ask(request, `${env().BACKEND_URL}${API_BASE}${path}${url.search}`)
  if (typeof answer === 'number') return refuse(answer)
  const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '')
  if (!isJson && (route.json || answer.status >= 400)) {
    await answer.body?.cancel()
    return refuse(answer.status >= 500 ? 503 : 502)
  }
  return new Response(answer.body, {
    status: answer.status,
    headers: pick(answer.headers, RESPONSE_HEADERS),
  })
}

function refuseUnknown(method: string, path: string): Response {
  if (KNOWN.some((one) => one.method === method && one.path.test(path))) return refuse(501)
  return refuse([...FORWARDED, ...KNOWN].some((one) => one.path.test(path)) ? 405 : 404)
}

async function ask(request: Request, url: string): Promise<Response | 503 | 504> {
  const { signal, abort, begun } = headTimeout(request.signal)
  try {
    const init: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers: requestHeaders(request.headers),
      body: request.body,
      duplex: 'half',
      cache: 'no-store',
      redirect: 'manual',
      signal,
    }
    return await fetch(url, init)
  } catch {
    return abort.aborted ? 504 : 503
  } finally {
    begun()
  }
}

/** Aborts when no answer begins in time, or when the caller goes away. */
function headTimeout(caller: AbortSignal) {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), HEAD_TIMEOUT_MS)
  return {
    signal: AbortSignal.any([timeout.signal, caller]),
    abort: timeout.signal,
    begun: () => clearTimeout(timer),
  }
}

function requestHeaders(incoming: Headers): Headers {
  const headers = pick(incoming, REQUEST_HEADERS)
  headers.set('accept-encoding', 'identity')
  const { INTERNAL_SECRET } = env()
  const address = incoming.get('x-client-address')
  if (INTERNAL_SECRET && address && isBehindOurServer()) {
    headers.set('x-client-address', address)
    headers.set('x-internal-secret', INTERNAL_SECRET)
  }
  return headers
}

/** Only the server around Next overwrites what a client claims its address to be. */
function isBehindOurServer(): boolean {
  return Reflect.get(globalThis, Symbol.for('keystrip.server')) === true
}

function pick(from: Headers, names: readonly string[]): Headers {
  const headers = new Headers()
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
