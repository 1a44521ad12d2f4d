'use client'

import { useLocale } from 'next-intl'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { isPrerelease } from '#lib/contract/version/version.ts'
import { writtenEndings } from '#lib/creator/check-file.ts'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { formatBytes } from '#lib/i18n/format.ts'

/** Help text of a field, for projects with the form's source. */
export function useFieldHelp(name: FieldName): string | undefined {
  const { kind, source, values, maxBytes, isFromManifest } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  const { help, control } = FIELDS[name]
  if (name === 'version' && isPrerelease(values.version)) return t('versionPrerelease')
  if (control === 'file' && isFromManifest) return t('fromManifest')
  if (help === undefined) return undefined
  const isPicture = control === 'cover' || control === 'gallery'
  return t(typeof help === 'string' ? help : help[source], {
    ending: writtenEndings(kind),
    size: formatBytes(isPicture ? IMAGE_MAX_BYTES : maxBytes, locale),
  })
}
