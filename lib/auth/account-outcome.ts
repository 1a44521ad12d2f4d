import { ACCOUNT_FORMS, type AccountForm } from '#lib/paths.ts'
import { errorOf, REFUSALS, type Refused } from './refusal.ts'

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

/**
 * Checks the repeated password; `null` in forms without one. The contract's call takes one new
 * password, so this stays in the web app.
 */
export function confirmError(fields: Record<string, unknown>): AccountOutcome | null {
  const { new_password: password, confirm } = fields
  if (password === undefined) return null
  if (confirm === undefined || confirm === '') return 'required_confirm'
  return isSame(password, confirm) ? null : 'mismatch'
}

const isSame = (first: unknown, second: unknown) =>
  typeof first === 'string' &&
  typeof second === 'string' &&
  first.normalize('NFC') === second.normalize('NFC')

/** Whether a form requires proof and neither password nor code is filled in. */
export const lacksProof = (fields: { get: (name: string) => unknown }): boolean =>
  fields.get('password') === '' && !fields.get('code')

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
export const formId = (form: AccountForm, part: FormField | 'result') => `${form}-${part}`

/** Result of a posted form. Of the form `code`, `from` is the form that needs the code. */
export type FormResult = {
  form: AccountForm
  outcome: AccountOutcome
  from?: AccountForm | undefined
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

export const toForm = (text: string | string[] | null | undefined) =>
  ACCOUNT_FORMS.find((name) => name === text)

/** Outcome of a refused call. */
export const outcomeOf = (refused: Refused): AccountOutcome => errorOf(ACCOUNT_OUTCOMES, refused)

/** Outcome of a refused request for a code. */
export function codeOutcomeOf(refused: Refused): AccountOutcome {
  const outcome = outcomeOf(refused)
  return outcome === 'too_many' ? 'code_too_soon' : outcome
}
