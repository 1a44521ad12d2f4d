import { z } from 'zod'
import {
  codeLogInSchema,
  confirmSchema,
  passwordLogInSchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
} from '#lib/contract/account.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import { type Path, paths } from '#lib/paths.ts'
import { REFUSALS } from '#lib/refusal.ts'

/**
 * Modes of the sign-in screen. `password` and `code` are two ways to sign in; `both` is the step
 * after `password` when the backend requires a code.
 */
export const MODES = ['password', 'both', 'code', 'register', 'reset'] as const
export type Mode = (typeof MODES)[number]
/** Modes with a page. */
export type PageMode = Exclude<Mode, 'both'>

const confirmed = z.object({ confirm: confirmSchema })
const isSame = ({ password, confirm }: { password?: unknown; confirm?: unknown }) =>
  password === confirm
/** Reported together with errors of other fields. */
const mismatch = { path: ['confirm'], error: 'mismatch', when: () => true }

/** The page of a mode. */
export function entryPage(mode: Mode, redirect: string | null): Path {
  if (mode === 'register') return paths.register(redirect)
  if (mode === 'reset') return paths.resetPassword(redirect)
  return paths.login({ ...(mode === 'code' && { by: mode }), redirect })
}

/** The contract's requests; new passwords are typed twice. */
export const FORM_SCHEMAS = {
  password: passwordLogInSchema.omit({ code: true }),
  both: passwordLogInSchema.required({ code: true }),
  code: codeLogInSchema,
  register: registerRequestSchema.extend(confirmed.shape).refine(isSame, mismatch),
  reset: resetPasswordRequestSchema.extend(confirmed.shape).refine(isSame, mismatch),
} as const

/** Fields of each mode, in order. */
export const FIELDS = {
  password: ['account', 'password'],
  both: ['account', 'password', 'code'],
  code: ['email', 'code'],
  register: ['email', 'code', 'username', 'password', 'confirm'],
  reset: ['email', 'code', 'password', 'confirm'],
} as const satisfies Record<Mode, readonly string[]>
export type EnterField = (typeof FIELDS)[Mode][number]

const fieldSchema = z.enum(['account', 'email', 'code', 'username', 'password', 'confirm'])

/** Errors of the backend that concern one field. */
const REFUSED_FIELDS = [
  'wrong_code',
  'wrong_credentials',
  'username_taken',
  'email_taken',
  'common_password',
] as const satisfies ErrorCode[]
/** Values that are too long, or that differ. */
const INVALID = ['email_long', 'account_long', 'mismatch'] as const

/** Validation errors; the interface has a text for each. A field's own name: its format is wrong. */
export type FieldError =
  | `required_${EnterField}`
  | Exclude<EnterField, 'confirm'>
  | (typeof INVALID | typeof REFUSED_FIELDS)[number]

export type EnterValues = Partial<Record<EnterField, string>>
export type FieldErrors = Partial<Record<EnterField, FieldError>>

const allFields = fieldSchema.options
const isField = (name: unknown): name is EnterField => fieldSchema.safeParse(name).success

/** Replaces zod's message by the name of the error. */
export function fieldErrorName(issue: z.core.$ZodRawIssue): FieldError | undefined {
  const field = issue.path?.[0]
  if (!isField(field)) return undefined
  if (issue.input === '' || issue.input === undefined) return `required_${field}`
  const isLong = issue.code === 'too_big'
  if (isLong && (field === 'email' || field === 'account')) return `${field}_long`
  return formatError(field)
}

const formatError = (field: EnterField): FieldError => (field === 'confirm' ? 'mismatch' : field)

type Parsed<T> = { success: true; data: T } | { success: false; errors: FieldErrors }

/** Parses the values of a form with one of the `FORM_SCHEMAS`. */
export function parseForm<T extends z.ZodType>(
  schema: T,
  values: EnterValues,
): Parsed<z.output<T>> {
  const parsed = schema.safeParse(values, { error: fieldErrorName })
  if (parsed.success) return { success: true, data: parsed.data }
  return { success: false, errors: toFieldErrors(parsed.error) }
}

function toFieldErrors({ issues }: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (isField(field)) errors[field] ??= toFieldError(field, message)
  }
  return errors
}

/** Error of a field from its schema's message, which may be the contract's own sentence. */
export function toFieldError(field: EnterField, message: string): FieldError {
  return isFieldError(message) ? message : formatError(field)
}

/** Whether a text is the name of a validation error. */
export function isFieldError(text: unknown): text is FieldError {
  return typeof text === 'string' && FIELD_ERRORS.includes(text)
}

/** All validation errors. */
const FIELD_ERRORS: readonly string[] = [
  ...new Set(allFields.flatMap((field) => [`required_${field}`, field])),
  ...INVALID,
  ...REFUSED_FIELDS,
].filter((error) => error !== 'confirm')

/** Failures of a form as a whole. */
export const FAILURES = [
  'wrong_credentials',
  'no_account',
  'code_needed',
  'use_last_code',
  'code_too_soon',
  'mail_failed',
  'suspended',
  'registration_closed',
  ...REFUSALS,
] as const
export type EnterFailure = (typeof FAILURES)[number]

/** State of the form after a submit. */
export const enterStateSchema = z.object({
  values: z.partialRecord(fieldSchema, z.string()),
  fieldErrors: z.partialRecord(fieldSchema, z.custom<FieldError>(isFieldError)),
  failure: z.enum(FAILURES).nullable(),
  /** Seconds to wait after too many attempts. */
  wait: z.number().nullable(),
  /** The server's message, for reasons without a label. */
  message: z.string(),
  /** Set when a code was sent: its address or account. */
  codeSent: z.string().nullable(),
  /** Seconds until the next code may be requested for an address or account; an id per answer. */
  nextCode: z.object({ id: z.string(), to: z.string(), wait: z.number() }).nullable(),
  /** Whether a mailed code is required besides the password. */
  needsCode: z.boolean(),
  /** The sealed password, if the form has to be sent again without scripts. */
  sealedPassword: z.string().nullable(),
})
export type FormState = z.infer<typeof enterStateSchema>

export const EMPTY_STATE: FormState = {
  values: {},
  fieldErrors: {},
  failure: null,
  wait: null,
  message: '',
  codeSent: null,
  nextCode: null,
  needsCode: false,
  sealedPassword: null,
}
