'use client'

import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFieldHelp } from './use-field-help-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Label, help, error and mark of a field. */
export function useField(name: FieldName) {
  const { errorOf } = useCreatorForm()
  const t = useFormMessages('creator')
  const form = useFormMessages('form')
  const help = useFieldHelp(name)
  const { label, isOptional } = FIELDS[name]
  return {
    label: t(label),
    optional: isOptional ? form('optional') : undefined,
    required: !isOptional,
    /** The mark of a required field. */
    isMarked: !isOptional,
    help,
    error: errorOf(name),
  }
}
