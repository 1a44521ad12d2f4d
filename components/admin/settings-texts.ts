import { getTranslations } from 'next-intl/server'
import type { SettingsAnswer, SettingName } from '#lib/contract/admin/settings.ts'
import { mapNames } from '#lib/contract/project-fields.ts'
import { FORM_REFUSALS } from '#lib/admin/outcome.ts'
import { SETTING_ERRORS, toTyped } from '#lib/admin/typed-settings.ts'
import type { SettingField, SettingsLabels } from './settings-form-client.tsx'

type RefusalTexts = Record<(typeof FORM_REFUSALS)[number], string>

/** Why a form of the administration was refused. */
export async function refusalTexts() {
  const t = await getTranslations('admin.outcome')
  return mapNames<RefusalTexts>(FORM_REFUSALS, (code) => t(code))
}

/** Texts of the forms of settings. */
export async function settingsLabels(): Promise<SettingsLabels> {
  const t = await getTranslations('admin.settings')
  return {
    submit: t('save'),
    preview: t('preview'),
    saved: t('saved'),
    errors: {
      invalid: t('refused'),
      stale: t('stale'),
      ...(await refusalTexts()),
    },
    problems: mapNames<SettingsLabels['problems']>(SETTING_ERRORS, (code) => t(`problem.${code}`)),
    other: t('other', { who: '{who}', value: '{value}' }),
    empty: t('empty'),
  }
}

/** Fills fields with the stored values; those that a variable sets cannot be changed. */
export async function filled(
  answer: SettingsAnswer,
  fields: readonly Omit<SettingField, 'value' | 'fixed'>[],
): Promise<SettingField[]> {
  const t = await getTranslations('admin.settings')
  const names = fields.map(({ name }) => name)
  const { typed } = toTyped(answer, names)
  const variables = new Map<SettingName, string | null>(
    answer.items.map(({ name, variable }) => [name, variable]),
  )
  return fields.map((field) => {
    const variable = variables.get(field.name) ?? null
    const fixed = variable === null ? undefined : t('fixed', { variable })
    return { ...field, value: typed[field.name] ?? '', fixed }
  })
}
