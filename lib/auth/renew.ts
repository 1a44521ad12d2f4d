import 'server-only'
import { loginPath } from '#lib/i18n/login-path.ts'
import { localeOfPath } from '#lib/i18n/path.ts'
import { leadTo } from '#lib/session/respond.ts'
import { sessionState } from '#lib/session/state.ts'
import { safePath } from './safe-path.ts'

/**
 * Where a page leads whose token has expired: the token is renewed, and the way leads back to `to`;
 * or the session is over, and it leads to signing in, which then says so. It changes nothing but
 * the cookie of whoever comes, so it may be reached from anywhere, as pages may.
 */
export async function renew(request: Request): Promise<Response> {
  const place = safePath(new URL(request.url).searchParams.get('to')) ?? '/home/user'
  const { hasLogin, userInfo, cookies } = await sessionState(request)
  if (hasLogin && userInfo) return leadTo(place, cookies)
  // Nobody knows: the page that asked would send the visitor here again.
  if (hasLogin) return leadTo('/home/index', cookies)
  return leadTo(`${loginPath(localeOfPath(place), place)}&ended=1`, cookies)
}
