'use client'

import type { RegisterOptions } from 'react-hook-form'
import { useLocale } from 'next-intl'
import { inputId } from '#components/creator/form/focus-field-client.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import type { CreatorValues } from '#lib/creator/values.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { isPrerelease } from '#lib/contract/version/version.ts'
import { writtenEndings } from '#lib/creator/check-file.ts'
import { formatBytes } from '#lib/i18n/format.ts'

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
export function useInput(name: FieldName, options?: RegisterOptions<CreatorValues, FieldName>) {
  const { form, start } = useCreatorForm()
  return { ...form.register(name, options), defaultValue: String(start[name]) }
}

/** Help text of a field, for projects with the form's source. */
function useFieldHelp(name: FieldName): string | undefined {
  const { kind, source, maxBytes, uploaded } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  const { help, control } = FIELDS[name]
  const version = useVersionHelp()
  if (name === 'version' && version !== undefined) return version
  if (control === 'file' && uploaded.isFromManifest) return t('fromManifest')
  if (help === undefined) return undefined
  const isPicture = control === 'cover' || control === 'gallery'
  return t(typeof help === 'string' ? help : help[source], {
    ending: writtenEndings(kind),
    size: formatBytes(isPicture ? IMAGE_MAX_BYTES : maxBytes, locale),
  })
}

/** What is known of the version before it is saved: the number that is proposed and why, else the one that it must be above. */
function useVersionHelp(): string | undefined {
  const { source, values, published, uploaded } = useCreatorForm()
  const { proposed } = uploaded
  const t = useFormMessages('creator')
  if (isPrerelease(values.version)) return t('versionPrerelease')
  const version = proposed?.higher_than ?? published
  if (version === null || (source === 'repository' && !proposed)) return undefined
  if (!proposed || proposed.version !== values.version) return t('versionAbove', { version })
  const { icons, keys } = proposed.removed
  if (icons > 0) return t('versionLessIcons', { version, count: icons })
  if (keys > 0) return t('versionLessKeys', { version, count: keys })
  const rights = proposed.added_rights
  const isMoreAsked = rights && (rights.permissions.length > 0 || rights.network || rights.native)
  return t(isMoreAsked ? 'versionMoreRights' : 'versionNext', { version })
}
