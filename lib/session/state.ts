import 'server-only'
import { accountInfo, logOut } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import type { AccountInfo } from '#lib/contract/account.ts'
import { refreshOnce } from './refresh.ts'
import {
  type Cookie,
  endCookies,
  isAged,
  openSession,
  readCookie,
  type Session,
  sessionCookieName,
  sessionCookies,
} from './session.ts'

export type State = {
  hasLogin: boolean
  /** `null` also while the backend cannot say who it is. */
  userInfo: AccountInfo | null
  /** What is to be set: a renewed session, or its end. */
  cookies: Cookie[]
}

const NOBODY: State = { hasLogin: false, userInfo: null, cookies: [] }

/**
 * Who is signed in, asked of the backend; an old token is renewed on the way. A backend that cannot
 * say ends no session (section 4: a failure is ignored).
 */
export async function sessionState(request: Request): Promise<State> {
  const opened = await openSession(cookieOf(request))
  if (opened === null) return NOBODY
  if (opened === 'unreadable') return { ...NOBODY, cookies: endCookies({ by: 'server' }) }
  const first = await whoIs(opened.token)
  if (first !== 'refused') return stateOf(opened, first, opened.token)
  const renewed = await refreshOnce(opened.token)
  if (renewed.kind === 'unavailable') return stateOf(opened, null, opened.token)
  if (renewed.kind === 'ended') {
    const { message, reason } = renewed
    return { ...NOBODY, cookies: endCookies({ by: 'server', message, reason }) }
  }
  const second = await whoIs(renewed.token)
  if (second === 'refused') return { ...NOBODY, cookies: endCookies({ by: 'server' }) }
  return stateOf(opened, second, renewed.token)
}

async function stateOf(session: Session, asked: AccountInfo | null, token: string): Promise<State> {
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

async function whoIs(token: string): Promise<AccountInfo | null | 'refused'> {
  try {
    return await accountInfo(token)
  } catch (error) {
    return error instanceof ApiError && error.failure.code === 401 ? 'refused' : null
  }
}

/** What signing out came to; `isEnded`: the backend has ended the session, or knows none. */
export type SignedOut = { cookies: Cookie[]; isEnded: boolean }

/**
 * Ends the session here, and at the backend where it can be reached. The cookie goes in any case,
 * since whoever signs out may be leaving a computer to others.
 */
export async function endSession(request: Request): Promise<SignedOut> {
  const cookies = endCookies({ by: 'owner' })
  const opened = await openSession(cookieOf(request))
  if (opened === null || opened === 'unreadable') return { cookies, isEnded: true }
  return { cookies, isEnded: await isEndedAtBackend(opened.token) }
}

/** A backend that wants a token which still opens calls gets one: an idle one is exchanged. */
async function isEndedAtBackend(token: string): Promise<boolean> {
  try {
    const { code } = await logOut(token)
    if (code !== 401) return code < 500
    const renewed = await refreshOnce(token)
    if (renewed.kind !== 'renewed') return renewed.kind === 'ended'
    return (await logOut(renewed.token)).code < 500
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const cookieOf = (request: Request) =>
  readCookie(request.headers.get('cookie'), sessionCookieName())
