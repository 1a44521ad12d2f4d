import 'server-only'
import { callEnvelope } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { AccountInfo } from '#lib/contract/account.ts'
import { accountIfKnown, attemptOf, withFreshToken } from './fresh-token.ts'
import {
  type Cookie,
  endCookies,
  isAged,
  readSession,
  type Session,
  sessionCookies,
} from './session.ts'

export type SessionState = {
  hasLogin: boolean
  /** `null` also while the backend fails. */
  userInfo: AccountInfo | null
  /** Cookies to set: of a renewed or an ended session. */
  cookies: Cookie[]
}

const SIGNED_OUT: SessionState = { hasLogin: false, userInfo: null, cookies: [] }

/**
 * The signed-in account, read from the backend; an expired token is refreshed. A failing backend does not
 * end the session.
 */
export async function sessionState(request: Request): Promise<SessionState> {
  const opened = await readSession(request.headers.get('cookie'))
  if (opened === null) return SIGNED_OUT
  if (opened === 'unreadable')
    return { ...SIGNED_OUT, cookies: endCookies(request, { by: 'server' }) }
  const result = await withFreshToken(opened.token, accountIfKnown)
  if (result.kind === 'ended') {
    const { message, reason } = result
    return { ...SIGNED_OUT, cookies: endCookies(request, { by: 'server', message, reason }) }
  }
  if (result.kind === 'unavailable') return stateOf(opened, null, opened.token)
  return stateOf(opened, result.value, result.token)
}

async function stateOf(
  session: Session,
  asked: AccountInfo | null,
  token: string,
): Promise<SessionState> {
  const user = asked ?? session.user
  const isNew =
    token !== session.token ||
    isAged(session) ||
    JSON.stringify(user) !== JSON.stringify(session.user)
  return {
    hasLogin: true,
    userInfo: user,
    cookies: isNew ? await sessionCookies({ token, user }) : [],
  }
}

/** Result of signing out; `isEnded`: the backend has ended the session or does not know it. */
export type SignedOut = { cookies: Cookie[]; isEnded: boolean }

/**
 * Ends the session in this browser, and at the backend if it can be reached. The cookie is deleted in any
 * case: the computer may be shared.
 */
export async function endSession(request: Request): Promise<SignedOut> {
  const cookies = endCookies(request, { by: 'owner' })
  const opened = await readSession(request.headers.get('cookie'))
  if (opened === null || opened === 'unreadable') return { cookies, isEnded: true }
  return { cookies, isEnded: await isEndedAtBackend(opened.token) }
}

/** An idle token is exchanged first if the backend only accepts a valid one. */
async function isEndedAtBackend(token: string): Promise<boolean> {
  const logOut = withFreshToken(token, async (current) =>
    attemptOf(await callEnvelope('logOut', {}, { token: current })),
  )
  const result = await ifAvailable(logOut)
  return result?.kind === 'done' ? result.value.code < 500 : result?.kind === 'ended'
}
