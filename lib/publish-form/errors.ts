import 'server-only'
import type { Envelope } from '#lib/contract/envelope.ts'
import { fieldOfError, isFieldErrorCode, messageOfError } from '#lib/creator/field-error.ts'
import { type FieldErrorCode, FIELDS } from '#lib/creator/fields.ts'
import type { PlainError } from '#lib/creator/plain-form.ts'
import { fieldErrorsOf, refusalMessage } from '#lib/creator/refusal.ts'
import { REPOSITORY_ERRORS } from '#lib/creator/repository-error.ts'
import type { ReceivedForm } from './receive-form.ts'

/** A field error of the form. */
export const fromCode = (code: FieldErrorCode): PlainError => ({
  field: fieldOfError(code),
  error: messageOfError(code),
})

/** Why the backend refused a form. */
export function errorsOf(answer: Envelope): PlainError[] {
  const { code, message, reason = null, details = {}, fields = [] } = answer
  const repository = REPOSITORY_ERRORS.find((error) => error === reason)
  if (repository) return [{ field: 'repository_url', error: repository, details }]
  const gone = reason === 'file_missing' ? missingFiles(fields) : []
  if (gone.length > 0) return gone
  const refused = { code, reason, message, fields, details, wait: null }
  const codes = fieldErrorsOf(refused)
  if (codes.length > 0) return codes.map((error) => ({ ...fromCode(error), details }))
  const refusal = refusalMessage(refused)
  return [refusal ? { field: null, refusal } : { field: null, text: message }]
}

/** Files that the server no longer has. */
const missingFiles = (fields: readonly string[]): PlainError[] =>
  fields.filter(isFieldErrorCode).flatMap((code) => {
    const { missing } = FIELDS[fieldOfError(code)]
    return missing ? [fromCode(missing)] : []
  })

/** Why a form was not received as a whole. @param own errors of its files. */
export function receptionErrors(
  { isComplete, isBusy }: Pick<ReceivedForm, 'isComplete' | 'isBusy'>,
  own: PlainError[],
): PlainError[] {
  const incomplete: PlainError[] = isComplete ? [] : [{ field: null, error: 'incomplete' }]
  if (isBusy) return [{ field: null, error: 'busy' }, ...incomplete]
  return own.length > 0 ? own : incomplete
}
