import 'server-only'
import { refuse } from '#lib/api/refuse.ts'
import { toLogin } from '#lib/sign-in/to-login.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { redirectTo, withCookies } from '#lib/session/respond.ts'
import { readSession } from '#lib/session/session.ts'
import { COOKIE_MAX, keep } from './kept.ts'
import { type FormRow, Malformed, type Next, PostedForm, SessionEnded } from './posted.ts'
import { postedForm } from '#lib/sign-in/posted-form.ts'
import { FORMS, type FormName } from './table.ts'

const isForm = (name: string): name is FormName => Object.hasOwn(FORMS, name)

/**
 * Handles a form of the table. Without scripts it redirects (303); to a script (`Accept: application/json`) it answers in the envelope
 * with the next state of the form, or where the form leads.
 */
export async function postForm(request: Request, name: string): Promise<Response> {
  if (!isForm(name)) return refuse(404)
  const form: FormRow = FORMS[name]
  const fields = await postedForm(request, form.max)
  if (fields instanceof Response) return fields
  const posted = new PostedForm(request, fields, form.start)
  const { isScript } = posted
  try {
    const next = await form.post(posted)
    return await (isScript ? answer(posted, next) : lead(posted, name, next))
  } catch (error) {
    if (error instanceof Malformed) return refuse(400)
    if (!(error instanceof SessionEnded)) throw error
    if (isScript) {
      // A browser that has signed out has no session that ends: the answer is the reason.
      const opened = await readSession(request.headers.get('cookie'))
      const cookies = opened === null ? [] : posted.cookies
      return withCookies(refuse(401, { reason: 'no_session' }), cookies)
    }
    return toLogin(posted.page, posted.cookies)
  }
}

function answer({ cookies, isChanged }: PostedForm, { to, state }: Next): Response {
  const data = { to: state ? null : to, state: state ?? null, is_changed: isChanged }
  const headers = { 'cache-control': 'private, no-store' }
  return withCookies(Response.json({ code: CODE_OK, message: '', data }, { headers }), cookies)
}

async function lead(posted: PostedForm, name: FormName, { to, state }: Next): Promise<Response> {
  if (to !== undefined) return redirectTo(to, posted.cookies)
  const { pathname, searchParams, hash } = new URL(posted.page, 'http://site.invalid')
  searchParams.set('form', name)
  const kept = await keep(name, state)
  const isLong = kept.value.length > COOKIE_MAX
  if (isLong) searchParams.set('kept', await keepLong(posted, name, state))
  const cookies = isLong ? posted.cookies : [...posted.cookies, kept]
  return redirectTo(`${pathname}?${searchParams}${hash}`, cookies)
}

/** The id of the state at the backend, which keeps it for the account as the web app's own content; empty if it keeps none. */
async function keepLong(posted: PostedForm, name: FormName, state: unknown): Promise<string> {
  const { data } = await posted.call('keepForm', { body: { content: { name, state } } })
  return keptFormIdSchema.safeParse(data).data?.id ?? ''
}
