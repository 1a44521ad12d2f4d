import 'server-only'
import { type Answer, pass, type Passing } from '#lib/api/forward.ts'
import { accountInfo } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import { readBytes, TooLargeError } from '#lib/api/read-bounded.ts'
import { refuse } from '#lib/api/refuse.ts'
import { findRoute, type Route } from '#lib/api/routes.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import type { CallName } from '#lib/contract/calls.ts'
import { CODE_OK, envelopeSchema, type Reason } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { env } from '#lib/env.ts'
import { deviceCookieName, deviceCookies, deviceHeaders, deviceTokens } from './device.ts'
import { withCookies } from './respond.ts'
import { refreshOnce, type Refreshed } from './refresh.ts'
import {
  type Cookie,
  endCookies,
  openSession,
  readCookie,
  type Session,
  type SessionEnd,
  sessionCookieName,
  sessionCookies,
} from './session.ts'

/** A longer body is streamed, and cannot be sent a second time, in bytes. */
const REPLAYED_MAX_BYTES = 1024 * 1024
/** Says that the token has been renewed, so that the browser can send a long body once more. */
const RENEWED_HEADER = 'x-session-renewed'

/** The framework drops `content-length`; by this name it comes to our server, which sets it. */
const BODY_LENGTH_HEADER = 'x-body-length'

/** What a call has changed: which one, its address, and the `data` of its answer, if one came. */
export type Changed = { name: CallName; url: URL; data: unknown; isUncertain?: boolean }
type Hooks = {
  /**
   * Called after a call that changed something, or may have: no answer came, and the backend may
   * have done it all the same. Pages that show it are made fresh.
   */
  onChanged?: (changed: Changed) => void
  timeoutMs?: number
}

/**
 * `/api/v1/**`: passes a call on with the token of the session, renews the token once where the
 * answer's body has code 401 (section 4), and keeps every token that comes back to itself.
 * Failures are answered in the envelope: 401 without a session, 403 for a foreign origin, 404, 405,
 * 415, 502, 503 and 504 for a backend in trouble.
 */
export async function proxy(request: Request, hooks: Hooks = {}): Promise<Response> {
  const path = new URL(request.url).pathname.slice(API_BASE.length)
  const route = findRoute(request.method, path)
  if (typeof route === 'number') return refuse(route)
  if (route.isChange && !isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  if (route.bodyType !== null && !isOfType(request, route.bodyType)) return refuse(415)

  if (route.isPublic) {
    const passing = { request, route, body: null, token: undefined, isLookedAt: false }
    const answer = await pass({ ...passing, timeoutMs: hooks.timeoutMs })
    return settle(answer, { route, done: () => undefined, devices: [] })
  }
  const opened = await openSession(readCookie(request.headers.get('cookie'), sessionCookieName()))
  const session = opened === 'unreadable' ? null : opened
  if (route.needsSession && !session) {
    const isOver = opened === 'unreadable'
    const refused = refuse(401, { reason: 'no_session' satisfies Reason })
    return withCookies(refused, isOver ? endCookies({ by: 'server' }) : [])
  }
  const body = await takeBody(request)
  if (body === 'too large') return refuse(413)
  const devices =
    route.isChange && route.isJson
      ? await deviceTokens(readCookie(request.headers.get('cookie'), deviceCookieName()))
      : []
  const added = deviceHeaders(devices)
  const passing = { request, route, body, timeoutMs: hooks.timeoutMs, added }
  const done = (data: unknown, isUncertain = false) => {
    const { name, isChange } = route
    if (!isChange || name === null) return
    hooks.onChanged?.({ name, url: new URL(request.url), data, isUncertain })
  }
  const response = session
    ? await passSigned(passing, session, { route, done, devices })
    : await settle(await pass({ ...passing, token: undefined, isLookedAt: route.givesToken }), {
        route,
        done,
        devices,
      })
  return opened === 'unreadable' && !response.headers.has('set-cookie')
    ? withCookies(response, endCookies({ by: 'server' }))
    : response
}

async function passSigned(
  passing: Omit<Passing, 'token' | 'isLookedAt'>,
  session: Session,
  settling: Settling,
): Promise<Response> {
  const { route, body } = passing
  const isStream = body instanceof ReadableStream
  const isLookedAt = route.isJson && passing.request.method !== 'HEAD'
  let { token } = session
  let cookies: Cookie[] = []
  /** @returns the answer for whoever cannot go on. */
  async function renew(): Promise<Response | null> {
    const refreshed: Refreshed = await refreshOnce(session.token)
    if (refreshed.kind === 'unavailable') return refuse(refreshed.code)
    if (refreshed.kind === 'ended') return ended(refreshed)
    token = refreshed.token
    cookies = await sessionCookies({ token, user: session.user })
    return null
  }
  let isRenewed = false
  if (isStream && (await isRefused(token))) {
    const failed = await renew()
    if (failed) return failed
    isRenewed = true
  }
  const answer = await pass({ ...passing, token, isLookedAt })
  if (!isUnauthorized(answer)) return withCookies(await settle(answer, settling), cookies)
  if (isRenewed) return ended(saidBy(answer))
  const failed = await renew()
  if (failed) return failed
  if (isStream) {
    const again = withCookies(refuse(401), cookies)
    again.headers.set(RENEWED_HEADER, '1')
    return again
  }
  const second = await pass({ ...passing, token, isLookedAt })
  if (isUnauthorized(second)) return ended(saidBy(second))
  return withCookies(await settle(second, settling), cookies)
}

/** The session is over: its cookies go, and the server's message is told (section 4). */
function ended({ message, reason }: Said): Response {
  return withCookies(
    refuse(401, { message, reason }),
    endCookies({ by: 'server', message, reason }),
  )
}

/** Whether the backend refuses a token; asked before a body that can be sent only once. */
async function isRefused(token: string): Promise<boolean> {
  try {
    await accountInfo(token)
    return false
  } catch (error) {
    return error instanceof ApiError && error.failure.code === 401
  }
}

function isUnauthorized(answer: Answer): boolean {
  return answer.kind === 'text' && envelopeSchema.safeParse(parse(answer.text)).data?.code === 401
}

type Said = { message: string; reason?: string | undefined }

function saidBy(answer: Answer): Said {
  const text = answer.kind === 'text' ? answer.text : ''
  return envelopeSchema.safeParse(parse(text)).data ?? { message: '' }
}

type Settling = {
  route: Route
  done: (data: unknown, isUncertain?: boolean) => void
  /** What this browser is known by already. */
  devices: readonly string[]
}

/** Makes the answer for the browser; secrets in it go into cookies and nowhere else. */
async function settle(answer: Answer, { route, done, devices }: Settling): Promise<Response> {
  if (answer.kind === 'failed') {
    done(null, true)
    return refuse(answer.code)
  }
  const { status, headers } = answer
  if (answer.kind === 'stream') {
    const length = headers.get('content-length')
    if (length !== null) headers.set(BODY_LENGTH_HEADER, length)
    return new Response(answer.body, { status, headers })
  }
  const envelope = envelopeSchema.safeParse(parse(answer.text))
  if (!envelope.success) {
    done(null, true)
    return refuse(502)
  }
  const { token, device, ...rest } = envelope.data
  headers.delete('content-length')
  const response = Response.json(rest, { status, headers })
  const isDone = rest.code === CODE_OK
  if (isDone) done(rest.data)
  else if (rest.code >= 500) done(null, true)
  const end = endOf(route, rest.code)
  if (end) return withCookies(response, endCookies(end))
  if (!route.givesToken || !isDone) return response
  const known = await deviceCookies(devices, device)
  if (!route.opensSession) return withCookies(response, known)
  if (token === undefined) return refuse(502)
  return withCookies(response, [...(await sessionCookies({ token, user: null })), ...known])
}

/** How a call has ended the session, if it has; a backend that fails has ended nothing. */
function endOf({ name }: Route, code: number): SessionEnd | null {
  if (name === 'logOut' && code < 500) return { by: 'owner' }
  return name === 'deleteAccount' && code === CODE_OK ? { by: 'deletion' } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isOfType({ headers }: Request, type: string): boolean {
  const given = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  return given === type
}

/** A short body whole, so that it can be sent again; a long one, or one of unknown length, as it flows. */
async function takeBody(request: Request) {
  if (!request.body) return null
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(length <= REPLAYED_MAX_BYTES)) return request.body
  try {
    return await readBytes(request, REPLAYED_MAX_BYTES)
  } catch (error) {
    if (error instanceof TooLargeError) return 'too large'
    throw error
  }
}
