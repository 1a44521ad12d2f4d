import { postedForm } from '#lib/sign-in/posted-form.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { endSession } from '#lib/session/state.ts'

/**
 * Signs out and redirects to the form's `to`. Redirects to the sign-in page with a message if the
 * form asks to `confirm` (without scripts), or if only this browser forgot the session.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await postedForm(request)
  if (form instanceof Response) return form
  const to = safePath(form.get('to')) ?? paths.root
  const { cookies, isEnded } = await endSession(request)
  if (isEnded && !form.has('confirm')) return redirectTo(to, cookies)
  const login = paths.login({ ended: isEnded ? 'out' : 'here' })
  return redirectTo(localePath(localeOfPath(to), login), cookies)
}
