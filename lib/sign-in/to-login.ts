import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { redirectTo } from '#lib/session/respond.ts'
import type { Cookie } from '#lib/session/session.ts'

/** Redirects to the sign-in page after the end of a session, and from there back to `path`. */
export function toLogin(path: string, cookies: Cookie[]): Response {
  const login = paths.login({ redirect: path, ended: '1' })
  return redirectTo(localePath(localeOfPath(path), login), cookies)
}
