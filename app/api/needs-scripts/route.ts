import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { env } from '#lib/env.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { redirectTo } from '#lib/session/respond.ts'

/**
 * Target of forms that need scripts, for a submit before those have loaded: redirects to a page
 * with this reason. The input is in the body, never in an address, and is not read.
 */
export function POST(request: Request): Response {
  if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  const from = URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '/'
  return redirectTo(localePath(localeOfPath(from), paths.needsScripts))
}
