import { REFUSALS } from './refusal.ts'

/** Why the address is not changed; the page has a text for each. */
export const EMAIL_ERRORS = [
  'email',
  'email_taken',
  'wrong_password',
  'wrong_code',
  'code_needed',
  'use_last_code',
  'mail_failed',
  'sign_in_again',
  ...REFUSALS,
] as const
export type EmailError = (typeof EMAIL_ERRORS)[number]

type Typed = { email: string; code: string; present_code: string }

/** State of the form that changes the e-mail address. */
export type EmailFormState = {
  typed: Typed
  /** Whether codes were sent: the form asks for them from then on. */
  areSent: boolean
  isJustSent: boolean
  errors: Partial<Record<keyof Typed | 'password', EmailError>>
  failure: EmailError | null
  isDone: boolean
}

export const NO_EMAIL_ERRORS: EmailFormState = {
  typed: { email: '', code: '', present_code: '' },
  areSent: false,
  isJustSent: false,
  errors: {},
  failure: null,
  isDone: false,
}
