import 'server-only'
import { postedForm } from '#lib/auth/posted-form.ts'
import { errorOf } from '#lib/auth/refusal.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { toLogin } from '#lib/auth/to-login.ts'
import type { CallName } from '#lib/contract/calls.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { localeOfPath } from '#lib/i18n/path.ts'
import { type AdminForm, pages } from '#lib/paths.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { type CalledAs, callAs } from '#lib/session/call-as.ts'
import { redirectTo } from '#lib/session/respond.ts'
import type { Cookie } from '#lib/session/session.ts'
import { ADMIN_FORM_CALLS, type FormCall } from './forms.ts'
import { ADMIN_OUTCOMES, type AdminOutcome } from './outcome.ts'

/**
 * Handles a form of administrators and moderators and redirects (303): to the page `to` that it names, or to `done` after a success,
 * each with the outcome in the query. Works without scripts.
 */
export async function adminForm(
  request: Request,
  form: AdminForm,
  onChanged: (changed: { name: CallName; isUncertain: boolean }) => Promise<void>,
): Promise<Response> {
  const fields = await postedForm(request)
  if (fields instanceof Response) return fields
  const to = safePath(fields.get('to')) ?? pages.admin
  const goTo = (page: string, outcome: AdminOutcome, cookies: Cookie[] = []) => {
    const { pathname, searchParams } = new URL(page, 'http://site.invalid')
    searchParams.set('result', `${form}.${outcome}`)
    return redirectTo(`${pathname}?${searchParams}#result`, cookies)
  }
  const call = ADMIN_FORM_CALLS[form](Object.fromEntries(fields))
  if (!call) return goTo(to, 'invalid')
  const { name } = call
  const called = call.isOpen
    ? await callOpen(request, to, call)
    : await callAs(request, localeOfPath(to), call.make)
  const { cookies } = called
  if (called.kind === 'ended') return toLogin(to, cookies)
  if (called.kind === 'unavailable') {
    await onChanged({ name, isUncertain: true })
    return goTo(to, 'unavailable', cookies)
  }
  const { answer } = called
  if (answer.code === CODE_OK) await onChanged({ name, isUncertain: false })
  if (answer.code !== CODE_OK) return goTo(to, errorOf(ADMIN_OUTCOMES, answer), cookies)
  return goTo(safePath(fields.get('done')) ?? to, 'done', cookies)
}

/** Makes a call that needs no session. */
async function callOpen(request: Request, to: string, { make }: FormCall): Promise<CalledAs> {
  const headers = { ...visitorHeaders(request.headers), 'accept-language': localeOfPath(to) }
  const answer = await ifAvailable(make({ token: '', headers }))
  return answer === null
    ? { kind: 'unavailable', cookies: [] }
    : { kind: 'answered', answer, cookies: [] }
}
