import 'server-only'
import { type AnswerFormState, EMPTY_ANSWER } from '#lib/own-projects/answer-form.ts'
import {
  EMAIL_ERRORS,
  type EmailError,
  type EmailFormState,
  NO_EMAIL_ERRORS,
} from '#lib/account/email-form.ts'
import { errorOf } from '#lib/refusal.ts'
import { readStatusForm, type StatusFormState, successorId } from '#lib/own-projects/status-form.ts'
import { changeEmailRequestSchema, emailSchema } from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { ANSWER_MAX, answerOperatorRequestSchema } from '#lib/contract/hidden.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { changeStatusRequestSchema } from '#lib/contract/status.ts'
import { cleanLine, cleanText, lengthOf, withPlainLineEnds } from '#lib/contract/text.ts'
import type { PostedForm } from './posted.ts'

/** The project that a form is about, by its hidden fields. */
const projectIn = ({ fields }: PostedForm) =>
  projectParamsSchema.safeParse({ kind: fields.get('kind'), id: fields.get('project_id') }).data

/** Visibility and deprecation of a project. */
export async function changeStatus(posted: PostedForm): Promise<StatusFormState> {
  const typed = readStatusForm(posted.fields)
  const place = projectIn(posted)
  if (!place) return { ...typed, error: 'refused' }
  const { visibility, isDeprecated, reason, successor } = typed
  const deprecation = {
    reason: cleanLine(reason),
    successor_id: successor === '' ? null : successorId(successor),
  }
  const body = changeStatusRequestSchema.safeParse({
    visibility,
    deprecation: isDeprecated ? deprecation : null,
  })
  if (!body.success) {
    const isReason = body.error.issues.some(({ path }) => path.includes('reason'))
    return { ...typed, error: isReason ? 'reason' : 'successor_unknown' }
  }
  const answer = await posted.call('changeStatus', { ...place, body: body.data })
  if (answer.code !== CODE_OK) return { ...typed, error: errorOf(['successor_unknown'], answer) }
  return { ...typed, isSaved: true }
}

/** Longest text that returns to the form, in UTF-16 units. */
const RETURNED_MAX = 10 * ANSWER_MAX

/** Answers the operator about a hidden project. */
export async function answerOperator(posted: PostedForm): Promise<AnswerFormState> {
  const typed = posted.text('text', RETURNED_MAX)
  const text = cleanText(withPlainLineEnds(typed)).trim()
  const refuse = (error: AnswerFormState['error']) => ({ text: typed, error, isSent: false })
  const place = projectIn(posted)
  if (!place) return refuse('refused')
  if (text === '') return refuse('empty')
  if (lengthOf(text) > ANSWER_MAX) return refuse('too_long')
  const body = answerOperatorRequestSchema.parse({ text })
  const answer = await posted.call('answerOperator', { ...place, body })
  if (answer.code === CODE_OK) return { ...EMPTY_ANSWER, isSent: true }
  return refuse(answer.code === 404 ? 'gone' : errorOf([], { code: answer.code }))
}

/** Changes the e-mail address: `intent=codes` sends codes to both, anything else changes it. */
export async function changeEmail(posted: PostedForm): Promise<EmailFormState> {
  const { fields } = posted
  const text = (name: string) => posted.text(name, 200).trim()
  const typed = { email: text('email'), code: text('code'), present_code: text('present_code') }
  const areSent = fields.get('sent') === '1'
  const state: EmailFormState = { ...NO_EMAIL_ERRORS, typed, areSent }
  const email = emailSchema.safeParse(typed.email)
  if (!email.success) return { ...state, errors: { email: 'email' } }
  if (fields.get('intent') === 'codes' || !areSent) {
    const answer = await posted.call('emailCodes', { body: { email: email.data } })
    if (answer.code === CODE_OK) return { ...state, areSent: true, isJustSent: true }
    return { ...state, error: errorOf(EMAIL_ERRORS, answer) }
  }
  const body = changeEmailRequestSchema.safeParse({
    ...typed,
    password: posted.text('password', 200),
    ...(fields.has('present_code') ? {} : { present_code: undefined }),
  })
  if (!body.success) {
    const invalid = body.error.issues.map(({ path }) => path[0])
    const errors: EmailFormState['errors'] = {
      ...(invalid.includes('code') && { code: 'wrong_code' }),
      ...(invalid.includes('present_code') && { present_code: 'wrong_code' }),
      ...(invalid.includes('password') && { password: 'wrong_password' }),
    }
    return { ...state, errors }
  }
  const answer = await posted.call('changeEmail', { body: body.data })
  if (answer.code === CODE_OK) return { ...NO_EMAIL_ERRORS, isDone: true }
  const error = errorOf(EMAIL_ERRORS, answer)
  const field = fieldOf(error, answer.fields)
  return field ? { ...state, errors: { [field]: error } } : { ...state, error }
}

function fieldOf(error: EmailError, fields: readonly string[] = []) {
  if (error === 'wrong_password') return 'password' as const
  if (error === 'email_taken') return 'email' as const
  if (error === 'wrong_code') return fields.includes('present_code') ? 'present_code' : 'code'
  return null
}
