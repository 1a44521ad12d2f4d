import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { boundChunks, TooLargeError } from '#lib/limits/read-bounded.ts'
import { CliError, EXIT } from './exit.ts'

type HttpRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  /** A stream needs a `content-length`. */
  body?: string | AsyncIterable<Uint8Array> | undefined
  /** Time limits in ms: of the whole exchange, and without any byte. */
  totalMs: number
  idleMs: number
  signal: AbortSignal
  /** Finds the addresses of the host. */
  lookup?: LookupFunction | undefined
}
export type HttpAnswer = {
  status: number
  headers: IncomingHttpHeaders
  body: IncomingMessage
  /** The IP address that answered. */
  from: string
}

/** Failures that may pass: a connection that is refused, cut or slow, a name server that is busy. */
const TRANSIENT = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

/**
 * One HTTP request. Redirections are answers like any other: nothing is sent to another address than `url`.
 * @throws CliError `unreachable`; errors of the body's source.
 */
export async function send({ url, body, signal, ...request }: HttpRequest): Promise<HttpAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(request.totalMs)])
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  const { method, headers, lookup } = request
  const sent = start(url, {
    method,
    headers,
    signal: limit,
    timeout: request.idleMs,
    ...(lookup && { lookup }),
  })
  sent.once('timeout', () => sent.destroy(withCode('ETIMEDOUT')))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
  })
  answered.catch(() => undefined)
  let failure: unknown
  if (body === undefined || typeof body === 'string') sent.end(body)
  else {
    // An answer may come before the whole body is sent, which ends the sending.
    pipeline(Readable.from(body), sent).catch((error: unknown) => {
      failure = error
    })
  }
  try {
    const answer = await answered
    // A server that answers before the end of the body reads no more of it.
    answer.once('close', () => {
      if (!sent.writableFinished) sent.destroy()
    })
    const from = answer.socket.remoteAddress ?? ''
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer, from }
  } catch (error) {
    signal.throwIfAborted()
    // A source that fails ends the request with its own error.
    if (failure instanceof CliError) throw failure
    throw unreachable(url, error)
  }
}

/**
 * Reads an answer of at most `maxBytes`.
 * @throws CliError `unreachable` if it is cut off, `bad_answer` if it is longer.
 */
export async function readText({ body }: HttpAnswer, maxBytes: number, url: URL): Promise<string> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of boundChunks(body, maxBytes)) chunks.push(chunk)
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw unreachable(url, error)
    throw new CliError(EXIT.unreachable, 'bad_answer', `${url.host} answers with too many bytes.`)
  } finally {
    body.destroy()
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The failure of a connection; names the host only, since a query may hold a secret. */
export function unreachable(url: URL, error: unknown): CliError {
  const code = codeOf(error)
  const isTimeout = error instanceof Error && error.name === 'AbortError'
  const why = isTimeout ? 'took too long' : (code ?? 'the connection failed')
  return new CliError(EXIT.unreachable, 'unreachable', `${url.host} cannot be reached: ${why}.`, {
    isTransient: isTimeout || (code !== undefined && TRANSIENT.has(code)),
    cause: error,
  })
}

function codeOf(error: unknown): string | undefined {
  // Several addresses were tried: the first failure is as good as the others.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? first.code : undefined
  return typeof code === 'string' ? code : undefined
}

const withCode = (code: string) => Object.assign(new Error(code), { code })
