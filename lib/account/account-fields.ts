import type { z } from 'zod'
import {
  changePasswordRequestSchema,
  chooseNameRequestSchema,
  deleteAccountRequestSchema,
} from '#lib/contract/account.ts'
import { changeAuthorRequestSchema } from '#lib/contract/author.ts'
import type { AccountOutcome } from './account-outcome.ts'
import { displayNameOutcome, toAuthorInput } from './author-input.ts'

type Values = Partial<Record<string, string>>
type Read<T> = { body: T } | AccountOutcome[]

/**
 * Reads what was typed into the forms of the account page, in the browser and at the server: the body of the call, or what is wrong, in
 * the order of the fields.
 */
export const ACCOUNT_FIELDS = {
  password: (values: Values) =>
    read(changePasswordRequestSchema, filled(values), proofErrors(values), confirmErrors(values)),
  name: (values: Values) => {
    const { data: body } = chooseNameRequestSchema.safeParse(values)
    return body ? { body } : (['bad_username'] satisfies AccountOutcome[])
  },
  author: (values: Values) => {
    const unnamed = displayNameOutcome(values)
    return read(changeAuthorRequestSchema, toAuthorInput(values), unnamed ? [unnamed] : [])
  },
  delete: (values: Values) =>
    read(deleteAccountRequestSchema, filled(values), [], proofErrors(values)),
}
export type TypedForm = keyof typeof ACCOUNT_FIELDS

const filled = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** @param first outcomes before those of the contract's schema. */
function read<S extends z.ZodType>(
  schema: S,
  values: unknown,
  first: readonly AccountOutcome[] = [],
  last: readonly AccountOutcome[] = [],
): Read<z.output<S>> {
  const parsed = schema.safeParse(values)
  const fields = parsed.error?.issues.map(({ path }) => String(path[0])) ?? []
  const outcomes = new Set([...first, ...(parsed.success ? [] : outcomesOf(fields)), ...last])
  return parsed.success && outcomes.size === 0 ? { body: parsed.data } : [...outcomes]
}

/** Neither password nor code is filled in, in a form that has a field for one. */
function proofErrors({ password, code }: Values): AccountOutcome[] {
  if (password === '' && !code) return ['required']
  return password === undefined && code === '' ? ['code'] : []
}

/** The contract's call takes one new password, so the repeated one is checked here. */
function confirmErrors({ new_password: password, confirm }: Values): AccountOutcome[] {
  if (!confirm) return confirm === '' || password ? ['required_confirm'] : []
  return password === undefined || password.normalize('NFC') === confirm.normalize('NFC')
    ? []
    : ['mismatch']
}

/** Fields in the order of the forms, with the outcome of an invalid one. */
const INVALID = {
  username: 'username',
  password: 'wrong_password',
  code: 'code',
  new_password: 'password',
  display_name: 'bad_display_name',
  about: 'bad_about',
  links: 'bad_links',
} as const satisfies Record<string, AccountOutcome>

/** What is wrong with fields that the contract refuses. */
export function outcomesOf(fields: readonly string[]): AccountOutcome[] {
  const found = Object.entries(INVALID).filter(([field]) => fields.includes(field))
  return found.length === 0 ? ['refused'] : found.map(([, outcome]) => outcome)
}
