import 'server-only'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { call } from '#lib/api/call.ts'
import type { Publishers } from '#lib/contract/publisher.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { AccessToken } from '#lib/contract/access-token.ts'
import { hasRole, type Role } from '#lib/contract/admin/role.ts'
import type { AuthorProfile } from '#lib/contract/author.ts'
import type { AccountInfo, AccountSession } from '#lib/contract/account.ts'
import type { SecurityEvents } from '#lib/contract/security/event.ts'
import { localePath } from '#lib/i18n/path.ts'
import { endpoints, type Path, paths } from '#lib/paths.ts'
import { accountOf } from '#lib/session/fresh-token.ts'
import { readSession } from '#lib/session/session.ts'

export type SignedInAccount = { token: string; account: AccountInfo }

/**
 * The signed-in account, as the backend knows it; each page of the user area calls this. Redirects
 * to the sign-in page without a session, and to the token renewal (and back to `path`) if the token
 * has expired.
 * @throws ApiError if the backend does not answer: the session stays.
 */
export async function requireAccount(locale: string, path: string): Promise<SignedInAccount> {
  const token = await currentToken()
  if (token === null) redirect(localePath(locale, paths.login({ redirect: path })))
  return readPrincipal(token, path)
}

/**
 * The signed-in account with a role; each page of the administration calls this, and the backend reads the role again for each call. For
 * others the page does not exist.
 */
export async function requireRole(
  locale: string,
  page: Path,
  needs: Role,
): Promise<SignedInAccount & { role: Role; path: string }> {
  const path = localePath(locale, page)
  const principal = await requireAccount(locale, path)
  const { role } = principal.account
  if (!role || !hasRole(role, needs)) notFound()
  return { ...principal, role, path }
}

const readPrincipal = cache(async (token: string, path: string): Promise<SignedInAccount> => {
  const account = await accountOf(token)
  // A page cannot set cookies: a route handler refreshes the token and redirects back.
  if (!account.ok) redirect(endpoints.renewSession(path))
  return { token, account: account.value }
})

/** Token of the session cookie, if there is one that can be opened. */
export async function currentToken(): Promise<string | null> {
  const opened = await readSession((await headers()).get('cookie'))
  return opened === null || opened === 'unreadable' ? null : opened.token
}

/** What the page of the account's author shows; `null` if the backend does not offer it. */
export async function ownAuthor(username: string): Promise<AuthorProfile | null> {
  return ifAvailable(call('author', { author: username }))
}

/** Sessions of the account; `null` if the backend does not list them. */
export async function ownSessions(token: string): Promise<AccountSession[] | null> {
  return (await ifAvailable(call('accountSessions', {}, { token })))?.items ?? null
}

/** What concerned the security of the account lately; `null` if the backend does not list it. */
export async function ownEvents(token: string): Promise<SecurityEvents['items'] | null> {
  return (await ifAvailable(call('securityEvents', {}, { token })))?.items ?? null
}

/** Publishers of a project, or those that are pending; `null` if the backend has none. */
export async function ownPublishers(token: string, projectId?: string): Promise<Publishers | null> {
  return ifAvailable(call('publishers', { project_id: projectId }, { token }))
}

/** Access tokens of the account; `null` if the backend has none. */
export async function ownTokens(token: string): Promise<AccessToken[] | null> {
  return (await ifAvailable(call('accessTokens', {}, { token })))?.items ?? null
}
