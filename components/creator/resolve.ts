import type { ResolverResult } from 'react-hook-form'
import type { Kind } from '#lib/contract/kind.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'
import { validate, type ValidationContext } from '#lib/creator/validate.ts'
import type { Values } from '#lib/creator/values.ts'

/** Resolver of react-hook-form: all errors at once, of each field the first. */
export function resolve(
  values: Values,
  kind: Kind,
  context: ValidationContext,
): ResolverResult<Values> {
  const codes = validate(values, kind, context)
  if (codes.length === 0) return { values, errors: {} }
  const errors = codes.map((code) => [fieldOfError(code), { type: code, message: code }])
  return { values: {}, errors: Object.fromEntries(errors.toReversed()) }
}
