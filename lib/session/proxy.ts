import 'server-only'
import { forward, type Forwarded, type ForwardOptions, type PlainAnswer } from '#lib/api/forward.ts'
import { readBytes, TooLargeError } from '#lib/limits/read-bounded.ts'
import { isShortBody, SHORT_MAX_BYTES } from '#lib/limits/upload-slots.ts'
import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { type Call, isOffered, isPublicRead } from '#lib/contract/call.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { findRoute, offeredMethodsOf, type Route } from '#lib/contract/route.ts'
import { env } from '#lib/env.ts'
import {
  accessTokenOf,
  challenged,
  isOfProgram,
  malformedToken,
  missingToken,
  refusedToken,
} from './bearer.ts'
import { deviceCookieName, deviceCookies, deviceHeaders, deviceTokens } from './device.ts'
import { accountIfKnown, type Attempt, refreshOnce, withFreshToken } from './fresh-token.ts'
import { withCookies } from './respond.ts'
import {
  type Cookie,
  endCookies,
  readCookie,
  readSession,
  type Session,
  type SessionEnd,
  sessionCookies,
} from './session.ts'
import { uploaderOf, withUploadSlot } from './upload-slot.ts'

/** Tells the browser that the token was renewed and that it can send a large body again. */
const RENEWED_HEADER = 'x-session-renewed'
/** The framework drops `content-length`; the server in front of it restores it from this header. */
const BODY_LENGTH_HEADER = 'x-body-length'

/** A call that changed something: `data` of its answer, or uncertain if none arrived. */
export type ChangedCall = Route & { query: URLSearchParams; data: unknown; isUncertain: boolean }
type Hooks = {
  /** Called after a call that changed something, or may have: then no answer arrived. The answer waits for it. */
  onChanged?: (changed: ChangedCall) => unknown
  timeoutMs?: number
}

/**
 * `/api/v1/**`: forwards a call with the token of the session, and keeps every token of the answer in cookies; or with
 * the access token of a program or the proof in the body, which ignore cookies, so that the origin does not matter. Answers in the envelope: 401
 * without either, 403 for a page of another origin, 404, 405 with `Allow`, 415, and 502, 503 or 504 for a failing backend.
 */
export async function proxy(request: Request, hooks: Hooks = {}): Promise<Response> {
  const path = new URL(request.url).pathname.slice(API_BASE.length)
  const route = findRoute(request.method, path)
  if (typeof route === 'number' || !isOffered(route.call)) return refuseMethod(path)
  const { call } = route
  const access = accessTokenOf(request.headers)
  const token = access === null || access === 'other' ? undefined : access.token
  const refusal = token === undefined ? null : refusedToken(token, call)
  if (refusal) return refusal
  const isOwn = token !== undefined || call.provesItself === true
  if (!isOwn && isChange(call) && !isSameOrigin(request.headers, env().SITE_URL)) {
    if (access === 'other') return malformedToken()
    const lacksToken = call.access !== 'public' && isOfProgram(request.headers)
    return lacksToken ? missingToken(call) : refuse(403)
  }
  if (call.body && !hasMediaType(request, call.bodyType ?? 'application/json')) return refuse(415)
  if (isPublicRead(call) || (call.mediaType !== undefined && call.access === 'public')) {
    return forwardPublic(request, { route, token, hooks })
  }
  if (isOwn) {
    const send = (own: Request) => forwardOwn(own, { route, token, hooks })
    // Its account is known to the backend, which reads the token before the body.
    return isUpload(call) ? withUploadSlot(request, token, send) : send(request)
  }
  return forwardWithSession(request, route, hooks)
}

/** 405 with the methods that a path takes (RFC 9110, section 15.5.6), or 404 for an unknown path. */
function refuseMethod(path: string): Response {
  const methods = offeredMethodsOf(path)
  const response = refuse(methods.length === 0 ? 404 : 405)
  if (methods.length > 0) response.headers.set('allow', methods.join(', '))
  return response
}

type Own = { route: Route; token: string | undefined; hooks: Hooks }

/**
 * Forwards a public read or a call for bytes, without the session: the answer is the same for everybody. Where there are no bytes, an
 * upload of the caller may be, which no other account gets: asked for again with the token of the program or of the session.
 */
async function forwardPublic(request: Request, { route, token, hooks }: Own): Promise<Response> {
  const { call } = route
  const body = call.body ? await readBody(request) : null
  if (body === 'too large') return refuse(413)
  const options = { request, call, body, timeoutMs: hooks.timeoutMs }
  const settle = (answer: Forwarded) => respond(answer, { request, route, devices: [], hooks })
  const answer = await forward(options)
  const isMissing = answer.kind === 'stream' && answer.status === 404
  if (!call.ownUploads || !isMissing) return settle(answer)
  if (token !== undefined) return challenged(await settle(await forward({ ...options, token })))
  const session = await readSession(request.headers.get('cookie'))
  if (session === null || session === 'unreadable') return settle(answer)
  const result = await withFreshToken(session.token, async (fresh) => {
    const own = await forward({ ...options, token: fresh })
    return own.kind === 'stream' && own.status === 401
      ? { ok: false, message: '' }
      : { ok: true, value: own }
  })
  // A picture ends no session: the next call does.
  if (result.kind !== 'done') return settle(answer)
  return withCookies(await settle(result.value), await renewedCookies(session, result.token))
}

const isUpload = ({ bodyType }: Call) => bodyType !== undefined

/** Forwards a call that proves itself: by an access token, or by what is in its body. */
async function forwardOwn(request: Request, { route, token, hooks }: Own): Promise<Response> {
  const { call } = route
  const { timeoutMs } = hooks
  const body = isUpload(call) ? request.body : await readBody(request)
  if (body === 'too large') return refuse(413)
  const parseBody = request.method !== 'HEAD'
  const answer = await forward({ request, call, body, token, parseBody, timeoutMs })
  return challenged(await respond(answer, { request, route, devices: [], hooks }))
}

/** Whether a call changes state, the session included: allowed to pages of this site only. */
const isChange = ({ method, session }: Call) => method !== 'get' || session !== undefined

async function forwardWithSession(request: Request, route: Route, hooks: Hooks) {
  const { call } = route
  const cookieHeader = request.headers.get('cookie')
  const opened = await readSession(cookieHeader)
  const session = opened === 'unreadable' ? null : opened
  const cleanup = opened === 'unreadable' ? endCookies(request, { by: 'server' }) : []
  if (!session && call.access !== 'public') {
    if (accessTokenOf(request.headers) === 'other') return malformedToken()
    const isOwnPage = isSameOrigin(request.headers, env().SITE_URL)
    if (!isOwnPage && isOfProgram(request.headers)) return missingToken(call)
    return withCookies(refuse(401, { reason: 'no_session' satisfies ErrorCode }), cleanup)
  }
  const send = (own: Request) => sendWithSession(own, { session, route, hooks })
  const response =
    session && isUpload(call)
      ? await withUploadSlot(request, await uploaderOf(session), send)
      : await send(request)
  return response.headers.has('set-cookie') ? response : withCookies(response, cleanup)
}

type WithSession = { session: Session | null; route: Route; hooks: Hooks }

async function sendWithSession(request: Request, { session, route, hooks }: WithSession) {
  const { call } = route
  const cookieHeader = request.headers.get('cookie')
  const body = await readBody(request)
  if (body === 'too large') return refuse(413)
  const devices = isChange(call)
    ? await deviceTokens(readCookie(cookieHeader, deviceCookieName()))
    : []
  const headers = deviceHeaders(devices)
  const parseBody = request.method !== 'HEAD' && (session !== null || call.session !== undefined)
  const options = { request, call, body, headers, parseBody, timeoutMs: hooks.timeoutMs }
  const settle = (answer: Forwarded) => respond(answer, { request, route, devices, hooks })
  return session ? forwardAs(session, options, settle) : settle(await forward(options))
}

type Settle = (answer: Forwarded) => Promise<Response>

/** Forwards with the session's token, which is exchanged if it has expired. */
async function forwardAs(
  session: Session,
  options: ForwardOptions & { request: Request },
  settle: Settle,
) {
  const attempt = async (token: string) => attemptOf(await forward({ ...options, token }))
  if (options.body instanceof ReadableStream)
    return streamAs(session, { request: options.request, attempt, settle })
  const result = await withFreshToken(session.token, attempt)
  if (result.kind === 'unavailable') return refuse(result.code)
  if (result.kind === 'ended') return sessionEnded(options.request, result)
  return withCookies(await settle(result.value), await renewedCookies(session, result.token))
}

/** A stream can be sent only once: its token is checked first. */
async function streamAs(
  session: Session,
  {
    request,
    attempt,
    settle,
  }: { request: Request; attempt: (token: string) => Promise<Attempt<Forwarded>>; settle: Settle },
) {
  const checked = await withFreshToken(session.token, accountIfKnown)
  if (checked.kind === 'unavailable') return refuse(checked.code)
  if (checked.kind === 'ended') return sessionEnded(request, checked)
  const { token } = checked
  const answer = await attempt(token)
  if (answer.ok)
    return withCookies(await settle(answer.value), await renewedCookies(session, token))
  return token === session.token ? askToResend(request, session) : sessionEnded(request, answer)
}

const renewedCookies = async ({ token: old, user }: Session, token: string): Promise<Cookie[]> =>
  token === old ? [] : sessionCookies({ token, user })

/** The token expired while a stream was being sent: renews it and lets the browser send again. */
async function askToResend(request: Request, { token, user }: Session): Promise<Response> {
  const refreshed = await refreshOnce(token)
  if (refreshed.kind === 'unavailable') return refuse(refreshed.code)
  if (refreshed.kind === 'ended') return sessionEnded(request, refreshed)
  const response = refuse(401)
  response.headers.set(RENEWED_HEADER, '1')
  return withCookies(response, await sessionCookies({ token: refreshed.token, user }))
}

function attemptOf(answer: Forwarded): Attempt<Forwarded> {
  // The answer to HEAD has no envelope.
  if (answer.kind === 'bytes' && answer.status === 401) return { ok: false, message: '' }
  if (answer.kind !== 'envelope' || answer.envelope.code !== 401) return { ok: true, value: answer }
  const { message, reason } = answer.envelope
  return { ok: false, message, ...(reason !== undefined && { reason }) }
}

type Refusal = { message: string; reason?: string | undefined }

/** Ends the session in the browser and passes on the backend's message. */
function sessionEnded(request: Request, { message, reason }: Refusal): Response {
  const cookies = endCookies(request, { by: 'server', message, reason })
  return withCookies(refuse(401, { message, reason }), cookies)
}

type Context = { request: Request; route: Route; devices: readonly string[]; hooks: Hooks }

/** Builds the response for the browser. Tokens go into cookies and nowhere else. */
async function respond(answer: Forwarded, { request, route, devices, hooks }: Context) {
  const { call } = route
  const report = async (data: unknown, isUncertain: boolean) => {
    if (!isChange(call)) return
    const query = new URL(request.url).searchParams
    await hooks.onChanged?.({ ...route, query, data, isUncertain })
  }
  if (answer.kind !== 'envelope') {
    if (answer.kind === 'failed') await report(null, true)
    return plainResponse(answer, request.method)
  }
  const { token, device, ...envelope } = answer.envelope
  const { status, headers } = answer
  headers.delete('content-length')
  const response = Response.json(envelope, { status, headers })
  const isOk = envelope.code === CODE_OK
  if (isOk || envelope.code >= 500) await report(isOk ? envelope.data : null, !isOk)
  const end = sessionEndOf(call, envelope)
  if (end) return withCookies(response, endCookies(request, end))
  if (!isOk || (call.session !== 'open' && call.session !== 'device')) return response
  const known = await deviceCookies(devices, device)
  if (call.session === 'device') return withCookies(response, known)
  if (token === undefined) return refuse(502)
  return withCookies(response, [...(await sessionCookies({ token, user: null })), ...known])
}

/** How a call ended the session, if it did; a failing backend ends nothing. */
function sessionEndOf({ session }: Call, { code }: Envelope): SessionEnd | null {
  if (session === 'end' && code < 500) return { by: 'owner' }
  return session === 'delete' && code === CODE_OK ? { by: 'deletion' } : null
}

function plainResponse(answer: PlainAnswer, method: string): Response {
  if (answer.kind === 'failed') return refuse(answer.code)
  const { status, headers } = answer
  const length = headers.get('content-length')
  if (length !== null) headers.set(BODY_LENGTH_HEADER, length)
  if (answer.kind === 'stream') return new Response(answer.body, { status, headers })
  const isEmpty = answer.bytes.length === 0 || method === 'HEAD'
  return new Response(isEmpty ? null : answer.bytes, { status, headers })
}

function hasMediaType({ headers }: Request, type: string): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === type
}

/** A short body as bytes, so that it can be sent again; any other as a stream. */
async function readBody(request: Request) {
  if (!request.body) return null
  if (!isShortBody(request.headers)) return request.body
  try {
    return await readBytes(request, SHORT_MAX_BYTES)
  } catch (error) {
    if (error instanceof TooLargeError) return 'too large'
    throw error
  }
}
