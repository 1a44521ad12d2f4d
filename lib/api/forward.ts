import 'server-only'
import { API_BASE, REQUEST_TIMEOUT_MS } from '#lib/contract/limits.ts'
import { env } from '#lib/env.ts'
import { ANSWER_MAX_BYTES } from './request.ts'
import { readBounded } from './read-bounded.ts'
import type { Route } from './routes.ts'
import { visitorHeaders } from './visitor.ts'

const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
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

type Passed = { status: number; headers: Headers }
/** An answer of the backend, or the status that says why there is none. */
export type Answer =
  | (Passed & { kind: 'text'; text: string })
  | (Passed & { kind: 'stream'; body: ReadableStream<Uint8Array> | null })
  | { kind: 'failed'; code: 502 | 503 | 504 }

export type Passing = {
  request: Request
  route: Route
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  token: string | undefined
  /** Whether the answer in the envelope is wanted whole, to be looked at. */
  isLookedAt: boolean
  timeoutMs?: number
  /** Headers that the web app adds by itself. */
  added?: Record<string, string>
}

/**
 * Passes a call on to the backend and its answer back; bodies are streamed both ways unless they
 * are looked at. Headers go through by name only, so cookies, `Set-Cookie`, the browser's own
 * `Authorization` and hop-by-hop headers never do. The backend has 150 s to begin its answer,
 * counted anew while a body is going out.
 */
export async function pass({ request, route, body, token, ...rest }: Passing): Promise<Answer> {
  const { isLookedAt, timeoutMs = REQUEST_TIMEOUT_MS, added = {} } = rest
  const url = new URL(request.url)
  const watch = watchProgress(request.signal, timeoutMs)
  try {
    const init: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers: requestHeaders(request.headers, token, added),
      body: body instanceof ReadableStream ? body.pipeThrough(watch.through()) : body,
      duplex: 'half',
      cache: 'no-store',
      redirect: 'manual',
      signal: watch.signal,
    }
    const path = url.pathname.slice(API_BASE.length)
    const answer = await fetch(`${env().BACKEND_URL}${API_BASE}${path}${url.search}`, init)
    return await take(answer, route, isLookedAt)
  } catch {
    return { kind: 'failed', code: watch.isLate() ? 504 : 503 }
  } finally {
    watch.stop()
  }
}

async function take(answer: Response, route: Route, isLookedAt: boolean): Promise<Answer> {
  const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '')
  if (!isJson && (route.isJson || answer.status >= 400)) {
    await answer.body?.cancel()
    return { kind: 'failed', code: answer.status >= 500 ? 503 : 502 }
  }
  const passed = { status: answer.status, headers: pick(answer.headers, RESPONSE_HEADERS) }
  if (!isLookedAt || !isJson) return { ...passed, kind: 'stream', body: answer.body }
  try {
    return { ...passed, kind: 'text', text: await readBounded(answer, ANSWER_MAX_BYTES) }
  } catch {
    return { kind: 'failed', code: 502 }
  }
}

/** Aborts when nothing moves for `timeoutMs`, or when the caller goes away. */
function watchProgress(caller: AbortSignal, timeoutMs: number) {
  const timeout = new AbortController()
  let timer = setTimeout(() => timeout.abort(), timeoutMs)
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), timeoutMs)
  }
  return {
    signal: AbortSignal.any([timeout.signal, caller]),
    isLate: () => timeout.signal.aborted,
    stop: () => clearTimeout(timer),
    through: () =>
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          again()
          controller.enqueue(chunk)
        },
      }),
  }
}

function requestHeaders(
  incoming: Headers,
  token: string | undefined,
  added: Record<string, string>,
): Headers {
  const headers = pick(incoming, REQUEST_HEADERS)
  headers.set('accept-encoding', 'identity')
  const own = { ...visitorHeaders(incoming), ...added }
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return headers
}

function pick(from: Headers, names: readonly string[]): Headers {
  const headers = new Headers()
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
