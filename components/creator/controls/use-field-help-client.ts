'use client'

import { isPrerelease } from '#lib/contract/version/version.ts'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Help text of a field, for projects with the form's source. */
export function useFieldHelp(name: FieldName): string | undefined {
  const { source, values } = useCreatorForm()
  const t = useFormMessages('creator')
  const { help } = FIELDS[name]
  if (name === 'version' && isPrerelease(values.version)) return t('versionPrerelease')
  if (help === undefined) return undefined
  return t(typeof help === 'string' ? help : help[source])
}
