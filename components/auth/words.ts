import type { Fault, Failure, Field, Mode } from '#lib/auth/form.ts'

/** What the form says, in the language of the page; made on the server. */
export type FormWords = {
  fields: Record<Field, string>
  help: Partial<Record<Field, string>>
  faults: Record<Fault, string>
  failures: Record<Failure, string>
  /** `{when}` is filled in. */
  wait: string
  loginFailed: string
  failed: string
  getCode: string
  retry: string
  /** `{seconds}` is filled in. */
  retryIn: string
  /** `{email}` is filled in. */
  codeSent: string
  codeSentToAccount: string
  /** The address and the code come from the form for signing in. */
  begun: string
  /** Where scripts are missing, the password is kept in the page, sealed. */
  passwordKept: string
  submit: Record<Mode, string>
  pending: string
  show: string
  hide: string
}
