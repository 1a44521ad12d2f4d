import 'server-only'
import type { z } from 'zod'
import type { CallInput, JsonCall } from '#lib/contract/call.ts'
import { type Calls, CALLS, type JsonCallName } from '#lib/contract/calls.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import { env } from '#lib/env.ts'
import { readBounded, TooLargeError } from '#lib/limits/read-bounded.ts'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { withDeadline } from '#lib/limits/with-deadline.ts'
import { ANSWER_MAX_BYTES, parseEnvelope } from './envelope.ts'
import { ApiError } from './error.ts'
import { observeCall, resultOfCode } from './observe.ts'

/** Reads for pages: the visitor gets an answer within 8 s. */
const READ_TIMEOUT_MS = 5_000
/** Writes: the backend hashes passwords and sends mail. */
const WRITE_TIMEOUT_MS = 20_000

/** `data` of each call. */
export type CallData = { [N in JsonCallName]: z.output<Calls[N]['data']> }

/** Calls without a token: public ones, and those that only the site itself makes. */
export type PublicCallName = {
  [N in JsonCallName]: Calls[N]['access'] extends 'public' | 'internal' ? N : never
}[JsonCallName]
export type TokenCallName = {
  [N in JsonCallName]: Calls[N]['access'] extends 'account' | 'token' | Role ? N : never
}[JsonCallName]
export type Input<N extends JsonCallName> = CallInput<Calls[N]>

/** An envelope; `retryAfter` in seconds if the backend names one. */
export type BackendReply = Envelope & { retryAfter?: number }

/** `headers`: about the visitor (visitor.ts). */
type Options = { headers?: Record<string, string>; token?: string }
type TokenOptions = Options & { token: string }

/**
 * Makes a call of the contract and returns `data` of the answer, parsed.
 * @param input path and query parameters by name, and `body`.
 * @throws ApiError if the backend refuses, fails or violates the contract.
 */
export async function call<N extends PublicCallName>(
  name: N,
  input: Input<N>,
  options?: Options,
): Promise<CallData[N]>
export async function call<N extends TokenCallName>(
  name: N,
  input: Input<N>,
  options: TokenOptions,
): Promise<CallData[N]>
export async function call(name: JsonCallName, input: object, options?: Options): Promise<unknown> {
  const reply = await send(name, input, options)
  if (reply.code >= 500) {
    throw new ApiError({ kind: 'unavailable', code: 503 }, `${name}: code ${reply.code}`)
  }
  if (reply.code !== CODE_OK) {
    throw new ApiError({ kind: 'refused', code: reply.code }, `${name}: code ${reply.code}`)
  }
  return parseData(name, CALLS[name].data, reply)
}

/**
 * Makes a call and returns the envelope of the answer, whatever its `code`.
 * @throws ApiError without a valid envelope.
 */
export function callEnvelope<N extends PublicCallName>(
  name: N,
  input: Input<N>,
  options?: Options,
): Promise<BackendReply>
export function callEnvelope<N extends TokenCallName>(
  name: N,
  input: Input<N>,
  options: TokenOptions,
): Promise<BackendReply>
export function callEnvelope(name: JsonCallName, input: object, options?: Options) {
  return send(name, input, options)
}

/** The HTTP status of an answer is ignored: `code` decides. */
function send(name: JsonCallName, input: object, options: Options = {}): Promise<BackendReply> {
  const { method, path, session }: JsonCall = CALLS[name]
  const isWrite = method !== 'get' || session !== undefined
  const timeoutMs = isWrite ? WRITE_TIMEOUT_MS : shortLimit(READ_TIMEOUT_MS)
  const request = { ...callRequest({ method, path }, input), ...options }
  return observeCall(
    name,
    async (correlation) => {
      const { text, retryAfter } = await withDeadline(timeoutMs, (signal) =>
        fetchText(request, correlation, signal),
      )
      const envelope = parseEnvelope(text)
      return Number.isSafeInteger(retryAfter) ? { ...envelope, retryAfter } : envelope
    },
    ({ code }) => resultOfCode(code),
  )
}

/** @throws ApiError if `data` does not match the schema of the call. */
function parseData<S extends z.ZodType>(
  name: string,
  schema: S,
  { data }: BackendReply,
): z.output<S> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5)
  throw new ApiError({ kind: 'bad_answer', code: 502 }, `${name}: bad data at ${paths.join(', ')}`)
}

type Sent = ReturnType<typeof callRequest> & Options

async function fetchText(
  { method, path, body, token, headers }: Sent,
  correlation: Record<string, string>,
  signal: AbortSignal,
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
      signal,
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
