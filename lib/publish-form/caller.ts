import 'server-only'
import { forward, type Forwarded } from '#lib/api/forward.ts'
import type { CallInput } from '#lib/contract/call.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { type Calls, CALLS } from '#lib/contract/calls.ts'
import type { Envelope } from '#lib/contract/envelope.ts'
import { accountIfKnown, attemptOf, withFreshToken } from '#lib/session/fresh-token.ts'
import {
  type Cookie,
  endCookies,
  readSession,
  type Session,
  sessionCookies,
} from '#lib/session/session.ts'

/** Base of synthetic requests; only path and query are used. */
const BASE = 'http://web.invalid'

type Name =
  | 'create'
  | 'update'
  | 'drawCover'
  | 'decodeNames'
  | 'githubCheck'
  | 'checkTitle'
  | 'githubPicture'
  | 'fileState'
  | 'nextVersion'
  | 'project'
  | 'keepForm'
type WriteOptions = { key?: string | undefined; match?: number | undefined }

/** There is no session, or it has ended; `uid` is its account, if known. */
export class SessionEndedError extends Error {
  readonly cookies: Cookie[]
  readonly uid: string | undefined
  constructor(cookies: Cookie[], uid?: string) {
    super('the session has ended')
    this.cookies = cookies
    this.uid = uid
  }
}

export type UploadBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** Makes calls with the session of a posted form. */
export type Caller = {
  /**
   * Exchanges an expired token. @returns the id of the account, unless the backend does not answer.
   * @throws SessionEndedError
   */
  check: () => Promise<string | undefined>
  /** @throws SessionEndedError */
  call: <N extends Name>(
    name: N,
    input: CallInput<Calls[N]>,
    options?: WriteOptions,
  ) => Promise<Envelope>
  /** Sends a multipart body. @throws SessionEndedError */
  upload: (body: UploadBody, contentType: string) => Promise<Envelope>
  /** Cookies of a renewed session. */
  cookies: () => Promise<Cookie[]>
}

/**
 * The caller of a request with a session; its token is exchanged when it expires.
 * @param locale language of the backend's messages.
 * @throws SessionEndedError without a session.
 */
export async function createCaller(request: Request, locale: string): Promise<Caller> {
  const session = await readSession(request.headers.get('cookie'))
  if (session === null || session === 'unreadable') {
    throw new SessionEndedError(endCookies(request, { by: 'server' }))
  }
  return callerOf(session, request, locale)
}

function callerOf(session: Session, request: Request, locale: string): Caller {
  let { token } = session
  const { signal } = request
  const baseHeaders = new Headers(request.headers)
  baseHeaders.set('accept', 'application/json')
  baseHeaders.set('accept-language', locale)
  for (const name of ['content-type', 'content-length', 'range']) baseHeaders.delete(name)

  /** Attempts a request; renews the token at most once. */
  async function attempt<T>(run: Parameters<typeof withFreshToken<T>>[1]): Promise<T | null> {
    const result = await withFreshToken(token, run)
    if (result.kind === 'unavailable') return null
    if (result.kind === 'ended') {
      const { message, reason } = result
      const cookies = endCookies(request, { by: 'server', message, reason })
      throw new SessionEndedError(cookies, session.user?.uid)
    }
    token = result.token
    return result.value
  }

  return {
    check: async () => (await attempt(accountIfKnown))?.uid,
    async call(name, input, { key, match } = {}) {
      const { method, path, body } = callRequest(CALLS[name], input)
      const headers = new Headers(baseHeaders)
      if (body !== undefined) headers.set('content-type', 'application/json')
      if (key !== undefined) headers.set('idempotency-key', key)
      if (match !== undefined) headers.set('if-match', `"${match}"`)
      const options = {
        request: new Request(`${BASE}${path}`, { method, headers, signal }),
        call: CALLS[name],
        body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
        parseBody: true,
      }
      const envelope = await attempt(async (current) =>
        attemptOf(await toEnvelope(await forward({ ...options, token: current }))),
      )
      return envelope ?? NO_ANSWER
    },
    async upload(body, contentType) {
      // A stream can be sent only once: its token is checked first.
      await attempt(accountIfKnown)
      const headers = new Headers(baseHeaders)
      headers.set('content-type', contentType)
      const { path, method } = callRequest(CALLS.upload, {})
      const synthetic = new Request(`${BASE}${path}`, { method, headers, signal })
      const options = { request: synthetic, call: CALLS.upload, body, token, parseBody: true }
      return toEnvelope(await forward(options))
    },
    cookies: async () =>
      token === session.token ? [] : sessionCookies({ token, user: session.user }),
  }
}

const NO_ANSWER: Envelope = { code: 503, message: '', data: null }

async function toEnvelope(answer: Forwarded): Promise<Envelope> {
  if (answer.kind === 'envelope') return answer.envelope
  if (answer.kind === 'stream') await answer.body?.cancel()
  return answer.kind === 'failed' ? { ...NO_ANSWER, code: answer.code } : NO_ANSWER
}
