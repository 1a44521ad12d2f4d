'use server'

import { callEnvelope } from '#lib/api/call.ts'
import { changeEmailRequestSchema, emailSchema } from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { callInAction, formAction, textIn } from './call-in-action.ts'
import {
  EMAIL_ERRORS,
  type EmailError,
  type EmailFormState,
  NO_EMAIL_ERRORS,
} from './email-form.ts'
import { errorOf } from './refusal.ts'

/** Server action of the form that changes the address: `intent=codes` sends codes to both, anything else changes it. */
export const changeEmail = formAction(change)

async function change(data: FormData): Promise<EmailFormState> {
  const text = (name: string) => textIn(data, name, 200).trim()
  const typed = { email: text('email'), code: text('code'), present_code: text('present_code') }
  const state: EmailFormState = {
    ...NO_EMAIL_ERRORS,
    typed,
    areSent: data.get('sent') === '1',
  }
  const email = emailSchema.safeParse(typed.email)
  if (!email.success) return { ...state, errors: { email: 'email' } }
  if (data.get('intent') === 'codes' || !state.areSent) {
    const body = { email: email.data }
    const answer = await callInAction(data, (options) =>
      callEnvelope('emailCodes', { body }, options),
    )
    if (answer.code === CODE_OK) return { ...state, areSent: true, isJustSent: true }
    return { ...state, failure: errorOf(EMAIL_ERRORS, answer) }
  }
  const body = changeEmailRequestSchema.safeParse({
    ...typed,
    password: textIn(data, 'password', 200),
    ...(data.has('present_code') ? {} : { present_code: undefined }),
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
  const answer = await callInAction(data, (options) =>
    callEnvelope('changeEmail', { body: body.data }, options),
  )
  if (answer.code === CODE_OK) return { ...NO_EMAIL_ERRORS, isDone: true }
  const error = errorOf(EMAIL_ERRORS, answer)
  const field = fieldOf(error, answer.fields)
  return field ? { ...state, errors: { [field]: error } } : { ...state, failure: error }
}

function fieldOf(error: EmailError, fields: readonly string[] = []) {
  if (error === 'wrong_password') return 'password' as const
  if (error === 'email_taken') return 'email' as const
  if (error === 'wrong_code') return fields.includes('present_code') ? 'present_code' : 'code'
  return null
}
