import { z } from 'zod'
import { callRequest } from '#lib/contract/call-request.ts'
import type { CallInput, JsonCall } from '#lib/contract/call.ts'
import { CODE_OK, type Envelope, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE, REQUEST_TIMEOUT_MS } from '#lib/contract/limits.ts'
import { nextVersion } from '#lib/contract/version/next-version.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { CliError, EXIT, usageError } from './exit.ts'
import { type HttpAnswer, readText, send } from './http.ts'
import type { Io } from './io.ts'
import { type ApiDocument, DOCUMENT_PATH, onlyListed, parseDocument } from './listed.ts'
import type { Reporter } from './reporter.ts'
import { retryAfterMs, withRetries } from './retry.ts'
import { VERSION } from '#lib/version.ts'

/** Largest answer, in bytes: a page of a list with long descriptions has about 3 MB. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
/** Longest time without a byte, in ms. The answer to an upload comes after its validation. */
const IDLE_MS = REQUEST_TIMEOUT_MS
/** Longest time of an upload, in ms: the site deletes those that take longer. */
const UPLOAD_MS = 3600 * 1000

/** Answers of a site that is starting, busy or replaced, or of a proxy in front of one. */
const TRANSIENT_STATUS = new Set([429, 502, 503, 504])

const AGENT = `keystrip-cli/${VERSION}`

/** A body that is streamed; made anew for each attempt. */
export type StreamedBody = {
  type: string
  size: number
  chunks: () => AsyncIterable<Uint8Array>
}
type Options = {
  idempotencyKey?: string
  stream?: StreamedBody
  /** Headers of the call. */
  headers?: Record<string, string>
}
export type SiteClient = ReturnType<typeof createSite>

/** Hosts of this machine, which are reached without a network. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether others on the network cannot read and change what is sent to an address. */
const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))

/**
 * The address of a site: scheme, host and port.
 * @param name of what it was given as, for the message.
 * @throws CliError `usage` for anything else, and for plain HTTP to another machine: it would show tokens to the network.
 */
export function parseSite(text: string, name = 'The site'): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const isHost = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(text)
    const hint = isHost ? `; did you mean https://${text}?` : '.'
    throw usageError(`${name} is not valid: an address such as https://example.com${hint}`)
  }
  if (!isSafe(url)) {
    throw usageError(`${name} is not valid: an https address, but for this machine.`)
  }
  return new URL(url.origin)
}

/**
 * The API of a site, by the contract. Requests are repeated on 429, 502, 503, 504 and broken connections, since every
 * call here is safe to repeat: it reads, it has an idempotency key, or its unused upload is deleted by the site.
 */
export function createSite(
  io: Io,
  reporter: Reporter,
  { origin, token }: { origin: URL; token?: string },
) {
  let known: ApiDocument | undefined
  /** What the site takes, read once. A site without the document gets everything. */
  async function document(): Promise<ApiDocument> {
    if (known !== undefined) return known
    const url = new URL(`${API_BASE}${DOCUMENT_PATH}`, origin)
    const headers = { accept: 'application/json', 'user-agent': AGENT }
    const limits = { totalMs: REQUEST_TIMEOUT_MS, idleMs: IDLE_MS, signal: io.signal }
    const answer = await send({ method: 'GET', url, headers, ...limits })
    const text = await readText(answer, ANSWER_MAX_BYTES, url)
    known = answer.status === 200 ? parseDocument(parseJson(text)) : null
    return known
  }

  /** @throws CliError as `onlyListed`. */
  async function checked(call: JsonCall, input: object): Promise<object> {
    const hasFields = Object.keys(input).some((name) => !call.path.includes(`{${name}}`))
    return hasFields ? onlyListed(await document(), call, input, origin.host) : input
  }

  async function attempt<C extends JsonCall>(
    call: C,
    input: object,
    options: Options,
  ): Promise<z.output<C['data']>> {
    const { method, path, body } = callRequest(call, await checked(call, input))
    const { stream, idempotencyKey, headers } = options
    const url = new URL(path, origin)
    const json = body === undefined ? undefined : JSON.stringify(body)
    const answer = await send({
      method,
      url,
      headers: {
        accept: 'application/json',
        'user-agent': AGENT,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(json !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(json)),
        }),
        ...headers,
        ...(stream && { 'content-type': stream.type, 'content-length': String(stream.size) }),
      },
      body: stream ? stream.chunks() : json,
      totalMs: stream ? UPLOAD_MS : REQUEST_TIMEOUT_MS,
      idleMs: IDLE_MS,
      signal: io.signal,
    })
    const envelope = await readEnvelope(answer, url)
    if (envelope.code !== CODE_OK) throw refusal(envelope, answer, url)
    const data = z.safeParse<C['data']>(call.data, envelope.data)
    if (data.success) return data.data
    throw notTheSite(url, 'its answer has another form than expected')
  }
  return {
    origin,
    /** That the site knows the fields of a call, before anything is sent. @throws CliError as `onlyListed`. */
    check: async (call: JsonCall, body: object) =>
      void (await withRetries(io, () => checked(call, { body }))),
    /**
     * Makes a call.
     * @throws CliError: `refused` for a 4xx, with the site's error code; `unreachable` for everything else.
     */
    call: <C extends JsonCall>(call: C, input: CallInput<C>, options: Options = {}) =>
      withRetries(
        {
          ...io,
          onWait: (error, ms) =>
            reporter.note(`${error.message} Trying again in ${Math.ceil(ms / 1000)} s.`),
        },
        () => attempt(call, input, options),
      ),
  }
}

async function readEnvelope(answer: HttpAnswer, url: URL): Promise<Envelope> {
  const { status, headers } = answer
  if (status >= 300 && status < 400) {
    answer.body.destroy()
    const target = headers.location ?? ''
    const to = URL.canParse(target, url) ? new URL(target, url).origin : 'another address'
    const message = `${url.host} redirects to ${to}. If that is the site, name it with --site.`
    throw new CliError(EXIT.unreachable, 'redirected', message)
  }
  const text = await readText(answer, ANSWER_MAX_BYTES, url)
  const parsed = envelopeSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  if (status === 413) {
    const message = `The file is too large for ${url.host}.`
    return { code: status, message, reason: 'too_large', data: null }
  }
  // The page of a proxy whose site is away for a moment.
  if (TRANSIENT_STATUS.has(status)) return { code: status, message: '', data: null }
  throw notTheSite(url, `it does not answer like the API of a site (status ${status})`)
}

/** @returns `undefined` for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(envelope: Envelope, { headers }: HttpAnswer, url: URL): CliError {
  const { code: status, message, reason, details, fields } = envelope
  const isRefused = status >= 400 && status < 500
  const text = message === '' ? `${url.host} answers with status ${status}.` : message
  const about = fields && fields.length > 0 ? ` Fields: ${fields.join(', ')}.` : ''
  const next = reason === 'version_not_higher' ? nextAfter(details?.['version']) : ''
  return new CliError(
    isRefused ? EXIT.refused : EXIT.unreachable,
    reason ?? `status_${status}`,
    text + next + about,
    {
      details,
      isTransient: TRANSIENT_STATUS.has(status),
      retryAfterMs: retryAfterMs(headers['retry-after'], new Date()),
    },
  )
}

/** The number that may follow a version that stands against another one; empty without one. */
function nextAfter(version: unknown): string {
  const limit = versionSchema.safeParse(version).data
  const next = limit === undefined ? null : nextVersion(limit, { isMinor: false })
  return next === null ? '' : ` The next one is ${next}.`
}

const notTheSite = (url: URL, why: string) =>
  new CliError(EXIT.unreachable, 'bad_answer', `${url.host} is not a site of this kind: ${why}.`)
