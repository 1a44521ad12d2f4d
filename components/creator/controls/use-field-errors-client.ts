'use client'

import { isFieldErrorCode, messageOfError } from '#lib/creator/field-error.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import type { Values } from '#lib/creator/values.ts'
import { useErrorMessages } from '#components/creator/form/use-error-messages-client.ts'
import type { CreatorForm } from '#components/creator/form/use-project-form-client.ts'

/** Returns the message of a field's error; `undefined` if it has none. */
export function useFieldErrors({ formState: { errors } }: CreatorForm, { facts }: Values) {
  const describe = useErrorMessages()
  const versions = facts?.versions?.join(', ') ?? ''
  return (name: FieldName): string | undefined => {
    const code = errors[name]?.message
    return isFieldErrorCode(code) ? describe(messageOfError(code), { versions }) : undefined
  }
}
