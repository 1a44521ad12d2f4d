import { getTranslations } from 'next-intl/server'
import type { SettingsAnswer, SettingName } from '#lib/contract/admin/settings.ts'
import { toTyped } from '#lib/admin/typed-settings.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import type { SettingField, SettingsLabels } from './settings-form-client.tsx'

/** Texts of the forms of settings. */
export async function settingsLabels(): Promise<SettingsLabels> {
  const [t, outcome] = await getTexts('admin.settings', 'admin.outcome')
  return {
    submit: t('save'),
    preview: t('preview'),
    saved: t('saved'),
    errors: {
      invalid: t('refused'),
      stale: t('stale'),
      role_missing: outcome('role_missing'),
      too_many: outcome('too_many'),
      disk_full: outcome('disk_full'),
      unavailable: outcome('unavailable'),
      refused: outcome('refused'),
    },
    problems: {
      invalid: t('problem.invalid'),
      too_long: t('problem.too_long'),
      fixed: t('problem.fixed'),
      order: t('problem.order'),
      over: t('problem.over'),
      none_allowed: t('problem.none_allowed'),
      no_project: t('problem.no_project'),
    },
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
