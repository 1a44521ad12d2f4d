import { type FieldErrorCode, type FieldName, FIELD_NAMES, FIELDS } from './fields.ts'
import type { ErrorMessage } from './messages.ts'

type FieldError = { field: FieldName; message: ErrorMessage }

/** Field and message of every code, in the order of the form. */
const ERRORS: ReadonlyMap<string, FieldError> = new Map(
  FIELD_NAMES.flatMap((field) =>
    Object.entries(FIELDS[field].errors).map(([code, message]) => [code, { field, message }]),
  ),
)

export const isFieldErrorCode = (code: string | null | undefined): code is FieldErrorCode =>
  typeof code === 'string' && ERRORS.has(code)
export const FIELD_ERROR_CODES = [...ERRORS.keys()].filter(isFieldErrorCode)

function find(code: FieldErrorCode): FieldError {
  const error = ERRORS.get(code)
  if (!error) throw new Error(`no field has the error ${code}`)
  return error
}

export const fieldOfError = (code: FieldErrorCode): FieldName => find(code).field
export const messageOfError = (code: FieldErrorCode): ErrorMessage => find(code).message
