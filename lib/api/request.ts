import 'server-only'
import type { Envelope } from '#lib/contract/envelope.ts'
import { env } from '#lib/env.ts'
import { ANSWER_MAX_BYTES, parseEnvelope } from './envelope.ts'
import { ApiError } from './error.ts'
import { observeCall, resultOfCode } from './observe.ts'
import { readBounded, TooLargeError } from '#lib/limits/read-bounded.ts'

type BackendRequest = {
  /** Name of the call. */
  call: string
  method: string
  /** With `API_BASE` and query. */
  path: string
  body?: unknown
  token?: string | undefined
  /** Headers about the visitor (visitor.ts). */
  headers?: Record<string, string> | undefined
  timeoutMs: number
}

/** An envelope; `retryAfter` in seconds if the backend names one. */
export type BackendReply = Envelope & { retryAfter?: number }

/**
 * Requests a JSON answer of the backend and returns its envelope, whatever `code` is. The HTTP status
 * is ignored: `code` decides.
 * @throws ApiError without a valid envelope.
 */
export async function requestEnvelope(request: BackendRequest): Promise<BackendReply> {
  return observeCall(
    request.call,
    async (correlation) => {
      const { text, retryAfter } = await fetchText(request, correlation)
      const envelope = parseEnvelope(text)
      return Number.isSafeInteger(retryAfter) ? { ...envelope, retryAfter } : envelope
    },
    ({ code }) => resultOfCode(code),
  )
}

async function fetchText(
  { method, path, body, token, headers, timeoutMs }: BackendRequest,
  correlation: Record<string, string>,
) {
  const url = new URL(`${env().BACKEND_URL}${path}`)
  const { INTERNAL_SECRET } = env()
  const where = url.pathname
  let response: Response
  try {
    response = await fetch(url, {
      method,
      cache: 'no-store',
      redirect: 'manual',
      headers: {
        // Exempts reads for pages from the rate limit of an address.
        ...(INTERNAL_SECRET && { 'x-internal-secret': INTERNAL_SECRET }),
        ...headers,
        ...correlation,
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (cause) {
    if (isTimeout(cause)) throw timedOut(where)
    throw new ApiError({ kind: 'unavailable', code: 503 }, `${where}: unreachable`, { cause })
  }
  try {
    const text = await readBounded(response, ANSWER_MAX_BYTES)
    return { text, retryAfter: Number(response.headers.get('retry-after') ?? Number.NaN) }
  } catch (cause) {
    if (isTimeout(cause)) throw timedOut(where)
    const why = cause instanceof TooLargeError ? cause.message : 'cut off'
    throw new ApiError({ kind: 'bad_answer', code: 502 }, `${where}: ${why}`, { cause })
  }
}

const isTimeout = (cause: unknown) => cause instanceof Error && cause.name === 'TimeoutError'
const timedOut = (where: string) =>
  new ApiError({ kind: 'timeout', code: 504 }, `${where}: no answer in time`)
