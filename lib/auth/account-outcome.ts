/** The plain forms of the account page, which need no scripts. */
export const ACCOUNT_FORMS = ['password', 'delete', 'code', 'sessions', 'name'] as const
export type AccountForm = (typeof ACCOUNT_FORMS)[number]

/** What came of one of them; the page has words for each. */
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
  'username',
  'bad_username',
  'username_taken',
  'name_settled',
  'sign_in_again',
  'no_email',
  'mail_failed',
  'too_many',
  'unavailable',
  'refused',
] as const
export type AccountOutcome = (typeof ACCOUNT_OUTCOMES)[number]

/**
 * What is wrong with the password that was typed a second time; `null` in forms that do not ask for
 * it. It stays in the web app: the contract's call knows one new password.
 */
export function confirmFault(given: Record<string, unknown>): AccountOutcome | null {
  const { new_password: password, confirm } = given
  if (password === undefined) return null
  if (confirm === undefined || confirm === '') return 'required_confirm'
  return isSame(password, confirm) ? null : 'mismatch'
}

const isSame = (one: unknown, other: unknown) =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  one.normalize('NFC') === other.normalize('NFC')

/** What the page tells after a form was posted: which one, and what came of it. */
export type Told = { form: AccountForm; outcome: AccountOutcome }

/** Reads `told` of the address (`password.done`); `null` for anything else. */
export function parseTold(text: string | string[] | undefined): Told | null {
  const [first, second] = typeof text === 'string' ? text.split('.') : []
  const form = ACCOUNT_FORMS.find((one) => one === first)
  const outcome = ACCOUNT_OUTCOMES.find((one) => one === second)
  return form && outcome ? { form, outcome } : null
}

/** The outcome that a refusal stands for. */
export function outcomeOf(code: number, reason: string | undefined): AccountOutcome {
  const known = ACCOUNT_OUTCOMES.find((one) => one === reason)
  if (known) return known
  if (code === 429) return 'too_many'
  return code >= 500 ? 'unavailable' : 'refused'
}
