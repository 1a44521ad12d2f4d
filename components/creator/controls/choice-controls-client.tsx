'use client'

import { useLocale } from 'next-intl'
import { useMemo } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { CATEGORIES, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { CHANGE } from '#components/creator/files/use-suggestions-client.ts'
import { withSystem } from '#lib/creator/systems.ts'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { languageName, languageOptions } from '#lib/i18n/language-name.ts'

/** Checkboxes of the operating systems. */
export function SystemsControl({ name }: ControlProps) {
  const { form, values } = useCreatorForm()
  const os = useFormMessages('os')
  const { id, label, optional, isMarked, ...note } = useField(name)
  const { operating_systems: chosen } = values
  return (
    <fieldset aria-describedby={noteIds(id, note)} className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={optional} isRequired={isMarked} />
      </legend>
      <div className="flex flex-wrap gap-2">
        {OPERATING_SYSTEMS.map((system, at) => (
          <label
            key={system}
            className="flex h-10 cursor-pointer items-center gap-2 rounded-key border border-line-control px-3 text-sm has-checked:border-accent has-checked:bg-surface-2 has-checked:font-medium"
          >
            <input
              type="checkbox"
              id={at === 0 ? id : undefined}
              name={name}
              value={system}
              aria-invalid={note.error !== undefined}
              checked={chosen.includes(system)}
              onChange={({ target }) =>
                form.setValue(
                  'operating_systems',
                  target.checked
                    ? withSystem(chosen, system)
                    : chosen.filter((other) => other !== system),
                  CHANGE,
                )
              }
              className="accent-accent"
            />
            {os(system)}
          </label>
        ))}
      </div>
      <FieldNote id={id} error={note.error} help={note.help} />
    </fieldset>
  )
}

/** The categories of the kind. */
export function CategoryControl({ name }: ControlProps) {
  const { kind } = useCreatorForm()
  const t = useFormMessages('creator')
  const category = useFormMessages('category')
  const options = CATEGORIES[kind].map((value) => ({ value, label: category(value) }))
  return <Choice name={name} empty={t('choosePlease')} options={options} />
}

/** Whom the new version is for. */
export function ChannelControl({ name }: ControlProps) {
  const t = useFormMessages('creator')
  const options = [{ value: 'prerelease' satisfies Channel, label: t('channelPrerelease') }]
  return <Choice name={name} empty={t('channelStable')} options={options} />
}

type ChoiceProps = ControlProps & {
  /** Label of the empty value. */
  empty: string
  options: { value: string; label: string }[]
}

/** A field with a list of options and an empty one. */
export function Choice({ name, empty, options }: ChoiceProps) {
  const all = [{ value: '', label: empty }, ...options]
  return <SelectField {...useField(name)} {...useInput(name)} options={all} />
}

/** The language of the project's texts; the first option detects it. */
export function LanguageControl({ name }: ControlProps) {
  const { detected } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  const other = t('languageOther')
  const options = useMemo(() => languageOptions(locale, other), [locale, other])
  const empty = detected
    ? t('languageDetected', { language: languageName(detected, locale) })
    : t('languageDetect')
  return <Choice name={name} empty={empty} options={options} />
}
