import type { Messages } from 'next-intl'
import type { Refused } from './fetch-call.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import { FIELD_ERROR_CODES, isFieldErrorCode } from './field-error.ts'
import type { FieldErrorCode } from './fields.ts'

/** Reasons and codes of refused writes that have a message: keys of `creator.refusal`. */
export type RefusalMessage = keyof Messages['creator']['refusal']
const BY_REASON: readonly string[] = [
  'stale',
  'file_missing',
  'last_version',
  'not_discardable',
  'hidden',
  'held',
  'daily_limit',
  'other_request',
  'too_many_drafts',
  'busy',
  'disk_full',
  'quota_full',
  'rate',
  'gone',
  'too_large',
  'foreign',
  'internal',
  'unavailable',
  'refused',
] satisfies RefusalMessage[]
/** Reasons of this backend that say nothing more: its own sentence would be English on every page. */
const AS_REFUSED: readonly string[] = [
  'invalid_input',
  'unknown_field',
  'field_fixed',
  'prerelease',
] satisfies ErrorCode[]
const BY_CODE: Record<number, RefusalMessage> = {
  0: 'unavailable',
  403: 'foreign',
  404: 'gone',
  413: 'too_large',
  429: 'rate',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** The answer to a refused write; code 0: no answer. */
export type RefusedWrite = Pick<Refused, 'code' | 'reason' | 'message'>

export const isRefusalMessage = (reason: unknown): reason is RefusalMessage =>
  typeof reason === 'string' && BY_REASON.includes(reason)

/** Message of a refused write; `null` if only the server has a message for it. */
export function refusalMessage({ code, reason, message }: RefusedWrite): RefusalMessage | null {
  if (isRefusalMessage(reason)) return reason
  if (reason !== null && AS_REFUSED.includes(reason)) return 'refused'
  return BY_CODE[code] ?? (message === '' ? 'refused' : null)
}

/** Field errors of a refused publication, named by its reason or by its invalid fields. */
export function fieldErrorsOf({ code, reason, fields }: Refused): FieldErrorCode[] {
  if (isFieldErrorCode(reason)) return [reason]
  return code === 400 ? FIELD_ERROR_CODES.filter((error) => fields.includes(error)) : []
}

/** Message of a refused publication: of its field error or of the request as a whole. */
export function publicationMessage(
  refused: Refused,
): { error: FieldErrorCode } | { refusal: RefusalMessage } | null {
  if (isFieldErrorCode(refused.reason)) return { error: refused.reason }
  if (fieldErrorsOf(refused).length > 0) return { refusal: 'refused' }
  const refusal = refusalMessage(refused)
  return refusal && { refusal }
}
