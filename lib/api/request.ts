import 'server-only'
import type { z } from 'zod'
import { CODE_OK, type Envelope, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { env } from '#lib/env.ts'
import { ApiError } from './error.ts'
import { readBounded, TooLargeError } from './read-bounded.ts'

/** Reads for pages give up after this long, so that a visitor has an answer within 8 s. */
const READ_TIMEOUT_MS = 5_000
/** The largest answer that is read; a list of 100 projects with full descriptions stays below. */
export const ANSWER_MAX_BYTES = 4 * 1024 * 1024

type Query = Record<string, string | number | undefined>
type Question = {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Below `API_BASE`, its parts already encoded. */
  path: string
  query?: Query
  body?: unknown
  token?: string
  /** Of the visitor; see visitor.ts. */
  headers?: Record<string, string>
  /** How long the answer may take, in ms. */
  timeoutMs?: number
}

/**
 * Asks the backend and returns the parsed `data` of its envelope.
 * Only the body counts: `code` decides, whatever the HTTP status says (section 4).
 * @throws ApiError for everything else.
 */
export async function read<T extends z.ZodType>({ data, ...question }: Question & { data: T }) {
  const envelope = await ask(question)
  const { path } = question
  if (envelope.code >= 500) {
    throw new ApiError({ kind: 'unavailable', code: 503 }, `${path}: code ${envelope.code}`)
  }
  if (envelope.code !== CODE_OK) {
    throw new ApiError({ kind: 'refused', code: envelope.code }, `${path}: code ${envelope.code}`)
  }
  const parsed = data.safeParse(envelope.data)
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5)
    throw new ApiError(
      { kind: 'bad_answer', code: 502 },
      `${path}: bad data at ${where.join(', ')}`,
    )
  }
  return parsed.data
}

/** An envelope, and how many seconds to wait where it is a refusal that says so. */
export type Asked = Envelope & { retryAfter?: number }

/**
 * Asks the backend and returns its envelope, whatever `code` says.
 * @throws ApiError where none came.
 */
export async function ask(question: Question): Promise<Asked> {
  const { text, retryAfter } = await fetchText(question)
  const envelope = parseEnvelope(text)
  return Number.isSafeInteger(retryAfter) ? { ...envelope, retryAfter } : envelope
}

async function fetchText({ method = 'GET', path, query = {}, ...rest }: Question) {
  const url = new URL(`${env().BACKEND_URL}${API_BASE}${path}`)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const { body, token, headers, timeoutMs = READ_TIMEOUT_MS } = rest
  const { INTERNAL_SECRET } = env()
  const where = url.pathname
  let response: Response
  try {
    response = await fetch(url, {
      method,
      cache: 'no-store',
      redirect: 'manual',
      headers: {
        // The backend does not count what the site reads for its pages as one visitor's calls.
        ...(INTERNAL_SECRET && { 'x-internal-secret': INTERNAL_SECRET }),
        ...headers,
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

function parseEnvelope(text: string): Envelope {
  try {
    return envelopeSchema.parse(JSON.parse(text))
  } catch {
    throw new ApiError({ kind: 'bad_answer', code: 502 }, 'the answer is no envelope')
  }
}
