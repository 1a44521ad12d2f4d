import type { CallData } from '#lib/api/call.ts'
import { type ApiCallName, type ApiInput, apiRequest } from '#lib/browser/api-routes.ts'
import { type ApiAnswer, CODE_OK, readEnvelope } from '#lib/browser/envelope.ts'
import { CALLS } from '#lib/contract/calls.ts'

export type ApiResult = { ok: true; data: unknown } | (Refused & { ok: false })

/**
 * Why a call was refused. `code` 0: there was no answer. `message` is the server's; `wait` is in
 * seconds, from `Retry-After`.
 */
export type Refused = Omit<ApiAnswer, 'data'> & { wait: number | null }

/** There was no answer, or it violates the contract. */
const NO_ANSWER: Refused & { ok: false } = {
  ok: false,
  code: 0,
  reason: null,
  fields: [],
  message: '',
  details: {},
  wait: null,
}

type ApiOptions = {
  /** Idempotency key: a repeated request with the same key runs once. */
  key?: string
  /** Revision that the change is based on. */
  match?: number | undefined
  signal?: AbortSignal
  /** The request goes on when the page is left; for bodies below 64 KiB. */
  keepalive?: boolean
}

/**
 * Makes a call from the browser; never throws. The web app repeats a call itself after renewing the
 * session, except for bodies that it streams: those are sent a second time from here.
 */
export async function fetchApi<N extends ApiCallName>(
  name: N,
  input: ApiInput<N>,
  { key, match, signal, keepalive = false }: ApiOptions = {},
): Promise<ApiResult> {
  const { method, path, body } = apiRequest(name, input)
  const init: RequestInit = {
    method,
    keepalive,
    ...(method === 'GET' && { cache: 'no-store' }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(match !== undefined && { 'if-match': `"${match}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  try {
    let response = await fetch(path, init)
    if (response.headers.has('x-session-renewed')) response = await fetch(path, init)
    const { data, ...rest } = await readEnvelope(response)
    if (rest.code === CODE_OK) return { ok: true, data }
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    return { ok: false, ...rest, wait: Number.isFinite(seconds) ? seconds : null }
  } catch {
    return NO_ANSWER
  }
}

export type CallResult<T> = { ok: true; data: T } | (Refused & { ok: false })

/**
 * Makes a call of the contract from the browser and parses the answer; never throws. `code` 0: there
 * was no answer, or it violates the contract.
 * @param input path and query parameters by name, and `body`.
 */
export async function fetchCall<N extends ApiCallName & keyof CallData>(
  name: N,
  input: ApiInput<N>,
  options?: ApiOptions,
): Promise<CallResult<CallData[N]>>
export async function fetchCall<N extends ApiCallName & keyof CallData>(
  name: N,
  input: ApiInput<N>,
  options?: ApiOptions,
): Promise<CallResult<unknown>> {
  const result = await fetchApi(name, input, options)
  if (!result.ok) return result
  const parsed = CALLS[name].data.safeParse(result.data)
  return parsed.success ? { ok: true, data: parsed.data } : NO_ANSWER
}
