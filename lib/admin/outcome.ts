import { REFUSALS } from '#lib/refusal.ts'

/** Why any form of the administration may be refused. */
export const FORM_REFUSALS = ['role_missing', ...REFUSALS] as const

/** Outcomes of the forms of administrators and moderators; the page has a text for each. */
export const ADMIN_OUTCOMES = [
  'done',
  'invalid',
  'last_administrator',
  'no_account',
  'invitation_over',
  'not_found',
  'stale',
  'too_late',
  'own_report',
  'number_differs',
  ...FORM_REFUSALS,
] as const
export type AdminOutcome = (typeof ADMIN_OUTCOMES)[number]

export type AdminResult = { form: string; outcome: AdminOutcome }

/** Parses the query parameter `result` (`role.done`); `null` for anything else. */
export function parseAdminResult(result: string | string[] | undefined): AdminResult | null {
  const [first, second] = typeof result === 'string' ? result.split('.') : []
  const outcome = ADMIN_OUTCOMES.find((name) => name === second)
  return first && outcome ? { form: first, outcome } : null
}
