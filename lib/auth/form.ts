import { z } from 'zod'
import {
  codeLogInSchema,
  confirmSchema,
  passwordLogInSchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
} from '#lib/contract/account.ts'
import type { Reason } from '#lib/contract/envelope.ts'

/**
 * What the one screen is used for; `password` and `code` are two ways to sign in. `both` is what
 * `password` turns into when the backend wants a code as well.
 */
export const MODES = ['password', 'both', 'code', 'register', 'reset'] as const
export type Mode = (typeof MODES)[number]
/** Those that have a page. */
export type PageMode = Exclude<Mode, 'both'>

const confirmed = z.object({ confirm: confirmSchema })
const isSame = ({ password, confirm }: { password?: unknown; confirm?: unknown }) =>
  password === confirm
/** Said also while other fields are at fault: all faults at once. */
const mismatch = { path: ['confirm'], error: 'mismatch', when: () => true }

/** The contract's requests, and where a password is chosen, that it is typed twice. */
export const FORM_SCHEMAS = {
  password: passwordLogInSchema.omit({ code: true }),
  both: passwordLogInSchema.required({ code: true }),
  code: codeLogInSchema,
  register: registerRequestSchema.extend(confirmed.shape).refine(isSame, mismatch),
  reset: resetPasswordRequestSchema.extend(confirmed.shape).refine(isSame, mismatch),
} as const

/** The fields of each mode, in their order. */
export const FIELDS = {
  password: ['account', 'password'],
  both: ['account', 'password', 'code'],
  code: ['email', 'code'],
  register: ['email', 'code', 'username', 'password', 'confirm'],
  reset: ['email', 'code', 'password', 'confirm'],
} as const satisfies Record<Mode, readonly string[]>
export type Field = (typeof FIELDS)[Mode][number]

/** What is wrong with a field; the interface has words for each. */
export type Fault =
  | `required_${Field}`
  | 'email'
  | 'email_long'
  | 'account_long'
  | 'password'
  | 'username'
  | 'code'
  | 'mismatch'
  | 'account'
  | Extract<Reason, 'wrong_code' | 'username_taken' | 'email_taken' | 'common_password'>

export type Values = Partial<Record<Field, string>>
export type Faults = Partial<Record<Field, Fault>>

const allFields: readonly string[] = Object.values(FIELDS).flat()
const isField = (name: unknown): name is Field =>
  typeof name === 'string' && allFields.includes(name)

/** Names the fault of a value that a schema refuses, in place of zod's sentence. */
export function faultName(issue: z.core.$ZodRawIssue): Fault | undefined {
  const field = issue.path?.[0]
  if (!isField(field)) return undefined
  if (issue.input === '' || issue.input === undefined) return `required_${field}`
  const isLong = issue.code === 'too_big'
  if (isLong && (field === 'email' || field === 'account')) return `${field}_long`
  return wrongFault(field)
}

const wrongFault = (field: Field): Fault => (field === 'confirm' ? 'mismatch' : field)

type Parsed<T> = { success: true; data: T } | { success: false; faults: Faults }

/** Parses what was typed by one of the `FORM_SCHEMAS`. */
export function parseForm<T extends z.ZodType>(schema: T, values: Values): Parsed<z.output<T>> {
  const parsed = schema.safeParse(values, { error: faultName })
  if (parsed.success) return { success: true, data: parsed.data }
  return { success: false, faults: faultsOf(parsed.error) }
}

function faultsOf({ issues }: z.ZodError): Faults {
  const faults: Faults = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (isField(field)) faults[field] ??= faultOf(field, message)
  }
  return faults
}

/** The fault of a field by the message of its schema, which may be a sentence of the contract's own. */
export function faultOf(field: Field, message: string): Fault {
  return isFault(message) ? message : wrongFault(field)
}

/** Whether a text is the name of a fault. */
export function isFault(text: string | undefined): text is Fault {
  return text !== undefined && FAULTS.includes(text)
}

/** Every fault that there are words for. */
export const FAULTS: readonly string[] = [
  ...new Set(allFields.map((field) => `required_${field}`)),
  'email',
  'email_long',
  'account_long',
  'password',
  'username',
  'code',
  'mismatch',
  'account',
  'wrong_code',
  'username_taken',
  'email_taken',
  'common_password',
]

/** Why a form as a whole did not succeed. */
export const FAILURES = [
  'wrong_credentials',
  'no_account',
  'too_many',
  'code_needed',
  'use_last_code',
  'mail_failed',
  'unavailable',
  'refused',
] as const
export type Failure = (typeof FAILURES)[number]

/** What the form shows after it was sent. */
export type FormState = {
  values: Values
  faults: Faults
  failure: Failure | null
  /** Seconds to wait, where somebody tried too often. */
  wait: number | null
  /** What the server said, where there are no words for it here. */
  said: string
  /** The sending of a code: an id, another each time, and the address or account it is for. */
  codeSent: { id: string; to: string } | null
  /** Whether the password alone does not do: a code was mailed to the account's address. */
  needsCode: boolean
  /** The password, sealed, where the form has to be sent again without scripts. */
  kept: string | null
  /** Signed in: where to go on. */
  to: string | null
}

export const EMPTY_STATE: FormState = {
  values: {},
  faults: {},
  failure: null,
  wait: null,
  said: '',
  codeSent: null,
  needsCode: false,
  kept: null,
  to: null,
}
