'use client'

import type { RegisterOptions } from 'react-hook-form'
import { inputId } from '#components/creator/form/focus-field-client.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import type { Values } from '#lib/creator/values.ts'
import { useFieldHelp } from './use-field-help-client.ts'

/** Id, label, help, error and mark of a field. */
export function useField(name: FieldName) {
  const { errorOf } = useCreatorForm()
  const t = useFormMessages('creator')
  const form = useFormMessages('form')
  const help = useFieldHelp(name)
  const { label, isOptional } = FIELDS[name]
  return {
    id: inputId(name),
    label: t(label),
    optional: isOptional ? form('optional') : undefined,
    required: !isOptional,
    /** The mark of a required field. */
    isMarked: !isOptional,
    help,
    error: errorOf(name),
  }
}

/** Name and handlers of a text input, and the value that the server renders. */
export function useInput(name: FieldName, options?: RegisterOptions<Values, FieldName>) {
  const { form, start } = useCreatorForm()
  return { ...form.register(name, options), defaultValue: String(start[name]) }
}
