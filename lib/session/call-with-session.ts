import 'server-only'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { BackendReply } from '#lib/api/call.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { deviceCookieName, deviceHeaders, deviceTokens } from './device.ts'
import { attemptOf, withFreshToken } from './fresh-token.ts'
import { type Cookie, endCookies, readCookie, readSession, sessionCookies } from './session.ts'

/** Options of `callEnvelope`. */
type CallOptions = { token: string; headers: Record<string, string> }

/** `cookies` must be set with the response. */
export type CalledWithSession =
  | { kind: 'answered'; answer: BackendReply; cookies: Cookie[] }
  /** There is no session, or the backend ended it. */
  | { kind: 'ended'; cookies: Cookie[] }
  /** The backend did not answer, so the call may have been executed. */
  | { kind: 'unavailable'; cookies: Cookie[] }

/**
 * Makes a call with the session of a request, for route handlers of plain forms. An expired token
 * is exchanged and the call repeated once.
 * @param locale language of the backend's messages.
 */
export async function callWithSession(
  request: { headers: Request['headers']; url?: string },
  locale: string,
  makeCall: (options: CallOptions) => Promise<BackendReply>,
): Promise<CalledWithSession> {
  const cookieHeader = request.headers.get('cookie')
  const session = await readSession(cookieHeader)
  if (session === null || session === 'unreadable') {
    return { kind: 'ended', cookies: endCookies(request, { by: 'server' }) }
  }
  const devices = await deviceTokens(readCookie(cookieHeader, deviceCookieName()))
  const headers = {
    ...visitorHeaders(request.headers),
    ...deviceHeaders(devices),
    'accept-language': locale,
  }
  const called = withFreshToken(session.token, async (token) =>
    attemptOf(await makeCall({ token, headers })),
  )
  const result = await ifAvailable(called)
  if (result === null || result.kind === 'unavailable') return { kind: 'unavailable', cookies: [] }
  if (result.kind === 'ended') {
    const { message, reason } = result
    return { kind: 'ended', cookies: endCookies(request, { by: 'server', message, reason }) }
  }
  const { token, value: answer } = result
  const { user } = session
  const cookies = token === session.token ? [] : await sessionCookies({ token, user })
  return { kind: 'answered', answer, cookies }
}
