import { postedForm } from '#lib/auth/posted-form.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { leadTo } from '#lib/session/respond.ts'
import { endSession } from '#lib/session/state.ts'

/** Signs out, and leads to the path `to` of the form, or to where it says that only the browser did. */
export async function POST(request: Request): Promise<Response> {
  const form = await postedForm(request)
  if (form instanceof Response) return form
  const to = safePath(form.get('to')) ?? '/'
  const { cookies, isEnded } = await endSession(request)
  return leadTo(isEnded ? to : `${localePath(localeOfPath(to), '/login')}?ended=here`, cookies)
}
