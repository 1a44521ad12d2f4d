'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { type BackendReply, callEnvelope } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { formAction, localeOf, textIn } from '#lib/api/form-action.ts'
import { errorOf } from '#lib/refusal.ts'
import {
  REPORT_TEXT_MAX,
  reportReceiptSchema,
  type ReportRequest,
  reportRequestSchema,
} from '#lib/contract/admin/report.ts'
import { callWithSession } from '#lib/session/call-with-session.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { localePath } from '#lib/i18n/path.ts'
import { REPORT_FORM_FIELDS, type ReportFormState } from './state.ts'

/** Server action of the form that reports a project or an author, with and without scripts, signed in or not. */
export const sendReport = formAction(send)

async function send(data: FormData): Promise<ReportFormState> {
  const typed = Object.fromEntries(
    REPORT_FORM_FIELDS.map((name) => [name, textIn(data, name, 2 * REPORT_TEXT_MAX)]),
  )
  const state: ReportFormState = { values: typed, invalid: [], error: null }
  const subject = ['kind', 'id', 'author', 'reason'].flatMap((name) => {
    const value = textIn(data, name, 300)
    return value === '' ? [] : [[name, value]]
  })
  const parsed = reportRequestSchema.safeParse({
    ...Object.fromEntries(subject),
    ...typed,
    statement: typed['statement'] === 'true',
  })
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path[0])
    const invalid = REPORT_FORM_FIELDS.filter((name) => names.includes(name))
    return { ...state, invalid, error: invalid.length > 0 ? null : 'refused' }
  }
  const locale = localeOf(data)
  const answer = await report(parsed.data, locale)
  if (answer === null) return { ...state, error: 'unavailable' }
  if (answer.code !== CODE_OK) return { ...state, error: errorOf(['not_found'], answer) }
  const { path } = reportReceiptSchema.parse(answer.data)
  redirect(localePath(locale, `/${path.slice(1)}`))
}

/** Reports as the account of the session; without one, or after its end, without an account. @returns `null` if the backend does not answer. */
async function report(body: ReportRequest, locale: string): Promise<BackendReply | null> {
  const incoming = await headers()
  const called = await callWithSession({ headers: incoming }, locale, (options) =>
    callEnvelope('report', { body }, options),
  )
  const jar = await cookies()
  if (called.kind === 'answered') {
    for (const { name, value, options } of called.cookies) jar.set(name, value, options)
    return called.answer
  }
  if (called.kind === 'unavailable') return null
  const about = { ...visitorHeaders(incoming), 'accept-language': locale }
  return ifAvailable(callEnvelope('report', { body }, { headers: about }))
}
