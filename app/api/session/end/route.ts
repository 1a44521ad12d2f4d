import { postedForm } from '#lib/auth/posted-form.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { leadTo } from '#lib/session/respond.ts'
import { endSession } from '#lib/session/state.ts'

/** Signs out, and leads to the path `to` of the form. */
export async function POST(request: Request): Promise<Response> {
  const form = await postedForm(request)
  if (form instanceof Response) return form
  return leadTo(safePath(form.get('to')) ?? '/', await endSession(request))
}
