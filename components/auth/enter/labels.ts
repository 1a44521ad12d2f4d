import type { FieldError, Failure, Field, Mode } from '#lib/auth/form.ts'

/** Labels of the form, translated on the server. */
export type FormLabels = {
  fields: Record<Field, string>
  help: Partial<Record<Field, string>>
  errors: Record<FieldError, string>
  failures: Record<Exclude<Failure, 'wrong_credentials'>, string>
  /** Contains `{when}`. */
  wait: string
  loginFailed: string
  failed: string
  getCode: string
  retry: string
  /** Contains `{seconds}`. */
  retryIn: string
  /** Contains `{email}`. */
  codeSent: string
  codeSentToAccount: string
  /** Shown if address and code come from the sign-in form. */
  prefilled: string
  /** Help of the password field if the page carries the sealed password (without scripts). */
  passwordSealed: string
  submit: Record<Mode, string>
  pending: string
  allRequired: string
  /** Contains `{fields}`. */
  invalid: string
  show: string
  hide: string
}
