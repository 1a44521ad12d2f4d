import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { accountInfo, accountSessions } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import type { AccountInfo, AccountSession } from '#lib/contract/account.ts'
import { loginPath } from '#lib/i18n/login-path.ts'
import { openSession, sessionCookieName } from '#lib/session/session.ts'

export type Signed = { token: string; account: AccountInfo }

/** The way to a new token: a page cannot set a cookie, that handler can. */
export const renewPath = (place: string) => `/api/session/renew?to=${encodeURIComponent(place)}`

/**
 * Who is signed in, as the backend says; for pages of the user area, each for itself. Without a
 * session one is led to sign in; with an old token to where it is renewed, and back to `place`.
 * @throws ApiError where the backend cannot say: the session stays.
 */
export async function requireAccount(locale: string, place: string): Promise<Signed> {
  const token = await currentToken()
  if (token === null) redirect(loginPath(locale, place))
  return signedAs(token, place)
}

const signedAs = cache(async (token: string, place: string): Promise<Signed> => {
  try {
    return { token, account: await accountInfo(token) }
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 401) redirect(renewPath(place))
    throw error
  }
})

/** The token of the session's cookie, if there is one that can be read. */
export async function currentToken(): Promise<string | null> {
  const opened = await openSession((await cookies()).get(sessionCookieName())?.value)
  return opened === null || opened === 'unreadable' ? null : opened.token
}

/** Where the account of a token is signed in; `null` where the backend does not say. */
export async function ownSessions(token: string): Promise<AccountSession[] | null> {
  try {
    return (await accountSessions(token)).items
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
