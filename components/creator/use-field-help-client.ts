'use client'

import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { useCreatorForm } from './form-context-client.ts'
import { useFormMessages } from './use-messages-client.ts'

/** Help text of a field, for projects with the form's source. */
export function useFieldHelp(name: FieldName): string | undefined {
  const { source } = useCreatorForm()
  const t = useFormMessages('creator')
  const { help } = FIELDS[name]
  if (help === undefined) return undefined
  return t(typeof help === 'string' ? help : help[source])
}
