import 'server-only'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { sessionState } from '#lib/session/state.ts'
import { safePath } from './safe-path.ts'

/**
 * Renews an expired token and redirects back to `to`, or to the sign-in page if the session is
 * over. It changes only the visitor's own cookie, so any site may link to it.
 */
export async function renew(request: Request): Promise<Response> {
  const path = safePath(new URL(request.url).searchParams.get('to')) ?? paths.user
  const { hasLogin, userInfo, cookies } = await sessionState(request)
  if (hasLogin && userInfo) return redirectTo(path, cookies)
  // Unknown state: the page would redirect here again.
  if (hasLogin) return redirectTo(paths.home, cookies)
  return redirectTo(
    localePath(localeOfPath(path), paths.login({ redirect: path, ended: '1' })),
    cookies,
  )
}
