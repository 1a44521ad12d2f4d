'use client'

import { useErrorMessages } from '#components/creator/form/use-error-messages-client.ts'
import { useErrorText } from '#components/creator/form/use-error-text-client.ts'
import type { CreatorForm } from '#components/creator/form/form-types.ts'
import { isFieldErrorCode, messageOfError } from '#lib/creator/field-error.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { toComparable } from '#lib/creator/merge.ts'
import type { PlainError } from '#lib/creator/plain-form.ts'
import type { Values } from '#lib/creator/values.ts'

/** `posted`: errors of the posted form, which had the values of the start. */
type State = { values: Values; start: Values; posted: PlainError[] | null }

/** Returns the message of a field's error; `undefined` if it has none. */
export function useFieldErrors(form: CreatorForm, { values, start, posted }: State) {
  const { errors } = form.formState
  const describe = useErrorMessages()
  const describePosted = useErrorText()
  const versions = values.facts?.versions?.join(', ') ?? ''
  return (name: FieldName): string | undefined => {
    const code = errors[name]?.message
    if (isFieldErrorCode(code)) return describe(messageOfError(code), { versions })
    const own = (posted ?? []).filter(({ field }) => field === name)
    const isUnchanged = toComparable(values, name) === toComparable(start, name)
    return own.length > 0 && isUnchanged ? own.map(describePosted).join(' ') : undefined
  }
}
