import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { env } from '#lib/env.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { leadTo } from '#lib/session/respond.ts'

/**
 * Where forms lead that cannot do without scripts, when they are sent before those run: to a page
 * that says so. What was typed goes in the body, never in an address, and is not read.
 */
export function POST(request: Request): Response {
  if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  const from = URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '/'
  return leadTo(localePath(localeOfPath(from), '/needs-scripts'))
}
