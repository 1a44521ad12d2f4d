import { z } from 'zod'
import { errorOf, REFUSALS, type RefusedCode } from '#lib/refusal.ts'

/** Outcomes of these forms; the page has a label for each. */
export const ACCOUNT_OUTCOMES = [
  'done',
  'code_sent',
  'required',
  'password',
  'common_password',
  'required_confirm',
  'mismatch',
  'wrong_password',
  'code',
  'code_needed',
  'wrong_code',
  'use_last_code',
  'code_too_soon',
  'username',
  'bad_username',
  'bad_display_name',
  'name_blank',
  'name_direction',
  'name_marks',
  'imitates',
  'bad_about',
  'bad_links',
  'no_events',
  'username_taken',
  'name_settled',
  'sign_in_again',
  'no_email',
  'mail_failed',
  ...REFUSALS,
] as const
export type AccountOutcome = (typeof ACCOUNT_OUTCOMES)[number]

/** Field that an outcome concerns; `proof` is the password or the code. */
export const FIELD_OF: Partial<Record<AccountOutcome, FormField>> = {
  wrong_password: 'proof',
  required: 'proof',
  password: 'new_password',
  common_password: 'new_password',
  required_confirm: 'confirm',
  mismatch: 'confirm',
  code: 'proof',
  wrong_code: 'proof',
  code_needed: 'proof',
  username: 'username',
  bad_username: 'username',
  username_taken: 'username',
  bad_display_name: 'display_name',
  name_blank: 'display_name',
  name_direction: 'display_name',
  name_marks: 'display_name',
  imitates: 'display_name',
  bad_about: 'about',
  bad_links: 'links',
}
export type FormField =
  | 'proof'
  | 'new_password'
  | 'confirm'
  | 'username'
  | 'display_name'
  | 'about'
  | 'links'

/** Id of a field, or of the notice with the result; without scripts the fragment of a redirect. */
export const formId = (form: string, part: FormField | 'result') => `${form}-${part}`

/** Result of a posted form. Of the form `code`, `from` is the form that needs the code. */
export type FormResult = {
  form: string
  outcome: AccountOutcome
  from?: string | undefined
}

/** Parses the query parameters `result` (`password.done`) and `from`; `null` for anything else. */
export function parseFormResult(
  result: string | string[] | undefined,
  from?: string | string[],
): FormResult | null {
  const [first, second] = typeof result === 'string' ? result.split('.') : []
  const form = toForm(first)
  const outcome = ACCOUNT_OUTCOMES.find((name) => name === second)
  return form && outcome ? { form, outcome, from: toForm(from) } : null
}

/** The name of a form. */
export const toForm = (text: string | string[] | null | undefined) =>
  typeof text === 'string' && /^[a-z_]{1,20}$/.test(text) ? text : undefined

/** Outcome of a refused call. */
export const outcomeOf = (refused: RefusedCode): AccountOutcome =>
  errorOf(ACCOUNT_OUTCOMES, refused)

/** State of a form after it was posted. */
export const accountStateSchema = z.object({
  outcomes: z.array(z.enum(ACCOUNT_OUTCOMES)),
  /** The server's message, for reasons without a label. */
  message: z.string(),
  /** Seconds until the next code may be requested. */
  wait: z.number().nullable(),
})
export type AccountState = z.infer<typeof accountStateSchema>

/** The state without an answer. */
export const UNANSWERED: AccountState = { outcomes: ['unavailable'], message: '', wait: null }
