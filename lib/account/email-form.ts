import { z } from 'zod'
import { REFUSALS } from '#lib/refusal.ts'

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

/** State of the form that changes the e-mail address. */
export const emailStateSchema = z.object({
  typed: z.object({ email: z.string(), code: z.string(), present_code: z.string() }),
  /** Whether codes were sent: the form asks for them from then on. */
  areSent: z.boolean(),
  isJustSent: z.boolean(),
  errors: z.partialRecord(
    z.enum(['email', 'code', 'present_code', 'password']),
    z.enum(EMAIL_ERRORS),
  ),
  /** An error that concerns no field. */
  error: z.enum(EMAIL_ERRORS).nullable(),
  isDone: z.boolean(),
})
export type EmailFormState = z.infer<typeof emailStateSchema>

export const NO_EMAIL_ERRORS: EmailFormState = {
  typed: { email: '', code: '', present_code: '' },
  areSent: false,
  isJustSent: false,
  errors: {},
  error: null,
  isDone: false,
}
