import type { Call } from '#lib/contract/call.ts'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { API_BASE, REQUEST_TIMEOUT_MS } from '#lib/contract/limits.ts'
import type { Envelope } from '#lib/contract/envelope.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { projectTagHeaders } from '#lib/cache/tag-headers.ts'
import { env } from '#lib/env.ts'
import { describeAnswer, isDescribed, isJsonCall } from './describe-answer.ts'
import { readBytes } from '#lib/limits/read-bounded.ts'
import { ANSWER_MAX_BYTES, parseEnvelope } from './envelope.ts'
import { observeCall, resultOfCode } from './observe.ts'
import { visitorHeaders } from './visitor.ts'

/*
 * The one list of calls and headers that pass, for the server in front (server/answer-read.ts), which runs outside of the framework, and for
 * the handler below `/api/v1` (lib/session/proxy.ts).
 */

const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  // Of uploads that are continued (tus 1.0).
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  // Of notices of releases. A backend of the release before reads the first two, which are not signed.
  'x-github-delivery',
  'x-github-event',
  'x-hub-signature-256',
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
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-offset',
  'x-content-type-options',
  'x-project',
  'x-project-version',
]

type Head = { status: number; headers: Headers }
type Streamed = Head & { kind: 'stream'; body: ReadableStream<Uint8Array> | null }
/** A request to be forwarded: one that arrived, or one of the web app itself. */
export type Forwardable = {
  /** Absolute. */
  url: string
  method: string
  headers: Pick<Headers, 'get'>
  /** Aborts when the client disconnects. */
  signal?: AbortSignal
}
/** The backend's response, or the status to answer with instead. */
export type Forwarded =
  | (Head & { kind: 'envelope'; envelope: Envelope })
  | Streamed
  /** JSON that was read whole. `json` parses it once; `undefined` if it is none. `setsCookie`: the backend wanted to, which does not pass. */
  | (Head & {
      kind: 'bytes'
      bytes: Buffer<ArrayBuffer>
      json: () => unknown
      setsCookie: boolean
    })
  | { kind: 'failed'; code: 502 | 503 | 504 }

/** An answer that is passed on as it is. */
export type PlainAnswer = Exclude<Forwarded, { kind: 'envelope' }>

export type ForwardOptions = {
  request: Forwardable
  call: Call
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  token?: string | undefined
  /** Parses the envelope of the response. */
  parseBody?: boolean
  timeoutMs?: number | undefined
  /** Headers added by the web app. */
  headers?: Record<string, string>
}

/**
 * Forwards a call to the backend. Bodies are streamed in both directions, except envelopes, which are read whole. Only listed
 * headers pass: never cookies, `Set-Cookie`, the browser's `Authorization` or hop-by-hop headers. The
 * backend must start to answer within 150 s of the last byte sent.
 */
export function forward(options: ForwardOptions & { parseBody?: false }): Promise<PlainAnswer>
export function forward(options: ForwardOptions): Promise<Forwarded>
export function forward(options: ForwardOptions): Promise<Forwarded> {
  const name = nameOf(options.call)
  return observeCall(name, (headers) => forwardWith(options, headers), resultOf)
}

const nameOf = (call: Call): string =>
  NAMED_CALLS.find((named) => named.call === call)?.name ?? 'other'

function resultOf(answer: Forwarded) {
  if (answer.kind !== 'failed') {
    return resultOfCode(answer.kind === 'envelope' ? answer.envelope.code : answer.status)
  }
  if (answer.code === 502) return 'bad_answer'
  return answer.code === 504 ? 'timeout' : 'unavailable'
}

async function forwardWith(
  options: ForwardOptions,
  correlation: Record<string, string>,
): Promise<Forwarded> {
  const { request, call, body, token, headers = {} } = options
  const url = new URL(request.url)
  const isStream = body instanceof ReadableStream
  const watch = watchProgress(request.signal, options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  try {
    const init: RequestInit & { duplex: 'half' } = {
      // Its answer is described by its content, which HEAD does not have.
      method: isDescribed(call) ? 'GET' : request.method,
      headers: requestHeaders(request.headers, {
        token,
        added: { ...headers, ...correlation },
        isStream,
      }),
      body: isStream ? body.pipeThrough(watch.through()) : body,
      duplex: 'half',
      cache: 'no-store',
      // For a redirect that it might follow or show, `fetch` copies the request, and so keeps all of a stream in memory.
      redirect: isStream ? 'error' : 'manual',
      signal: watch.signal,
    }
    const path = url.pathname.slice(API_BASE.length)
    const response = await fetch(`${env().BACKEND_URL}${API_BASE}${path}${url.search}`, init)
    return await readResponse(response, options)
  } catch {
    return { kind: 'failed', code: watch.isLate() ? 504 : 503 }
  } finally {
    watch.stop()
  }
}

/** The responses of streams: when one is collected as garbage, `fetch` cancels its stream, which the client may still be waiting for. */
const sources = new WeakMap<ReadableStream, Response>()

async function readResponse(
  response: Response,
  { request, call, parseBody = false }: ForwardOptions,
): Promise<Forwarded> {
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
  const isUnmodified = response.status === 304
  if (!isJson && !isUnmodified && (call.mediaType === undefined || response.status >= 400)) {
    await response.body?.cancel()
    return { kind: 'failed', code: response.status >= 500 ? 503 : 502 }
  }
  const headers = pick(response.headers, RESPONSE_HEADERS)
  // A download may be at the storage itself.
  const location = response.headers.get('location')
  const leadsOn = response.status === 302 && (call.ranges ?? call.redirects)
  if (leadsOn && call.redirects) setProjectTags(headers)
  const hasLocation = leadsOn || (response.status === 201 && call.tus)
  if (hasLocation && location !== null) headers.set('location', location)
  const head = { status: response.status, headers }
  const isStreamed = call.streamed === true && response.ok
  if (!isJson || isStreamed || (!parseBody && !isJsonCall(call))) {
    if (response.body) sources.set(response.body, response)
    return { ...head, kind: 'stream', body: response.body }
  }
  try {
    // Whole, so that an answer that is cut off is an error with an envelope, and not half an envelope.
    const bytes = await readBytes(response, ANSWER_MAX_BYTES)
    if (parseBody) {
      return { ...head, kind: 'envelope', envelope: parseEnvelope(bytes.toString('utf8')) }
    }
    const json = parseOnce(bytes)
    if (
      head.status === 200 &&
      isDescribed(call) &&
      describeAnswer(call, request, { bytes, json, headers })
    ) {
      headers.delete('content-length')
      return { kind: 'stream', status: 304, headers, body: null }
    }
    const setsCookie = response.headers.has('set-cookie')
    return { ...head, kind: 'bytes', bytes, json, setsCookie }
  } catch {
    return { kind: 'failed', code: 502 }
  }
}

/** Names the project that an answer is about, for a cache in front. */
function setProjectTags(headers: Headers): void {
  const [kind, id] = (headers.get('x-project') ?? '').split('/')
  const named = projectParamsSchema.safeParse({ kind, id }).data
  if (!named) return
  for (const [name, value] of projectTagHeaders(named.kind, named.id)) headers.set(name, value)
}

/** Parses JSON when it is asked for the first time; `undefined` for a text that is none. */
function parseOnce(bytes: Buffer): () => unknown {
  let parsed: { value: unknown } | undefined
  return () => {
    parsed ??= { value: parse(bytes) }
    return parsed.value
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Aborts after `timeoutMs` without progress, or when the client disconnects. */
function watchProgress(client: AbortSignal | undefined, timeoutMs: number) {
  const timeout = new AbortController()
  let timer = setTimeout(() => timeout.abort(), timeoutMs)
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), timeoutMs)
  }
  return {
    signal: client ? AbortSignal.any([timeout.signal, client]) : timeout.signal,
    isLate: () => timeout.signal.aborted,
    stop: () => clearTimeout(timer),
    through: () =>
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          restart()
          controller.enqueue(chunk)
        },
      }),
  }
}

type Sent = {
  token: string | undefined
  added: Record<string, string>
  isStream: boolean
}

function requestHeaders(incoming: Pick<Headers, 'get'>, { token, added, isStream }: Sent): Headers {
  const headers = pick(incoming, REQUEST_HEADERS)
  headers.set('accept-encoding', 'identity')
  // The client sends as many bytes, or the request fails: the backend knows which uploads are short.
  const length = incoming.get('content-length')
  if (isStream && length !== null) headers.set('content-length', length)
  const own = { ...visitorHeaders(incoming), ...added }
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return headers
}

function pick(from: Pick<Headers, 'get'>, names: readonly string[]): Headers {
  const headers = new Headers()
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
