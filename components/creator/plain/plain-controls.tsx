import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { CATEGORIES, KIND_TABLE, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import type { Control } from '#lib/creator/descriptor.ts'
import { FIELDS } from '#lib/creator/fields.ts'
import { countedText } from '#lib/creator/values.ts'
import { LicenseList } from '#components/creator/controls/license-list.tsx'
import { PlainFile, PlainGallery, PlainPackages, PlainPicture } from './plain-files.tsx'
import { PlainOwner, PlainRepository } from './plain-repository.tsx'
import { languageOptions } from '#lib/i18n/language-name.ts'
import { inputClass, inputProps, type PlainControlProps, PlainField } from './plain-field.tsx'
import { idOf, useFieldTexts } from './plain-view.ts'

const CONTROLS: Record<Control, (props: PlainControlProps) => ReactNode> = {
  line: TextControl,
  license: LicenseControl,
  version: TextControl,
  channel: ChannelControl,
  time: TextControl,
  tags: TextControl,
  description: DescriptionControl,
  systems: SystemsControl,
  category: CategoryControl,
  language: LanguageControl,
  file: PlainFile,
  packages: PlainPackages,
  cover: PlainPicture,
  gallery: PlainGallery,
  repository: PlainRepository,
  owner: PlainOwner,
}

/** A field of the plain form, by its declaration. */
export function PlainControl(props: PlainControlProps) {
  const FieldControl = CONTROLS[FIELDS[props.name].control]
  return <FieldControl {...props} />
}

function TextControl({ name, view }: PlainControlProps) {
  const texts = useFieldTexts(view)(name)
  const { control, followsSource } = FIELDS[name]
  const { values, kind, edited } = view
  const isUnread =
    KIND_TABLE[kind].source === 'repository' &&
    values.facts === null &&
    values.packages.length === 0
  return (
    <PlainField name={name} view={view}>
      <input
        {...inputProps(name, texts)}
        defaultValue={countedText(values, name)}
        dir="auto"
        type={control === 'time' ? 'datetime-local' : undefined}
        inputMode={control === 'version' ? 'decimal' : undefined}
        readOnly={followsSource === true && edited !== null && isUnread}
        className={`h-11 ${inputClass(texts.error)}`}
      />
    </PlainField>
  )
}

function LicenseControl({ name, view }: PlainControlProps) {
  const texts = useFieldTexts(view)(name)
  const list = `${idOf(name)}-list`
  return (
    <PlainField name={name} view={view}>
      <input
        {...inputProps(name, texts)}
        defaultValue={countedText(view.values, name)}
        list={list}
        autoComplete="off"
        className={`h-11 ${inputClass(texts.error)}`}
      />
      <LicenseList id={list} />
    </PlainField>
  )
}

function DescriptionControl({ name, view }: PlainControlProps) {
  const texts = useFieldTexts(view)(name)
  return (
    <PlainField name={name} view={view}>
      <textarea
        {...inputProps(name, texts)}
        defaultValue={countedText(view.values, name)}
        dir="auto"
        rows={12}
        className={`py-2 ${inputClass(texts.error)}`}
      />
    </PlainField>
  )
}

function SystemsControl({ name, view }: PlainControlProps) {
  const { label, help, error } = useFieldTexts(view)(name)
  const os = useTranslations('os')
  const id = idOf(name)
  return (
    <fieldset aria-describedby={noteIds(id, { error, help })} className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={undefined} isRequired />
      </legend>
      <div className="flex flex-wrap gap-2">
        {OPERATING_SYSTEMS.map((system, at) => (
          <label
            key={system}
            className="flex h-10 cursor-pointer items-center gap-2 rounded-key border border-line-control px-3 text-sm has-checked:bg-surface-2 has-checked:font-medium"
          >
            <input
              type="checkbox"
              id={at === 0 ? id : undefined}
              name={name}
              value={system}
              defaultChecked={view.values.operating_systems.includes(system)}
            />
            {os(system)}
          </label>
        ))}
      </div>
      <FieldNote id={id} error={error} help={help} />
    </fieldset>
  )
}

function CategoryControl({ name, view }: PlainControlProps) {
  const category = useTranslations('category')
  const options = CATEGORIES[view.kind].map((value) => ({ value, label: category(value) }))
  const t = useTranslations('creator')
  return <SelectControl name={name} view={view} empty={t('choosePlease')} options={options} />
}

function LanguageControl({ name, view }: PlainControlProps) {
  const t = useTranslations('creator')
  const options = languageOptions(useLocale(), t('languageOther'))
  return <SelectControl name={name} view={view} empty={t('languageDetect')} options={options} />
}

function ChannelControl({ name, view }: PlainControlProps) {
  const t = useTranslations('creator')
  const options = [{ value: 'prerelease' satisfies Channel, label: t('channelPrerelease') }]
  return <SelectControl name={name} view={view} empty={t('channelStable')} options={options} />
}

type SelectProps = PlainControlProps & {
  /** Label of the option without a value. */
  empty: string
  options: { value: string; label: string }[]
}

function SelectControl({ name, view, empty, options }: SelectProps) {
  const texts = useFieldTexts(view)(name)
  return (
    <PlainField name={name} view={view}>
      <select
        {...inputProps(name, texts)}
        defaultValue={countedText(view.values, name)}
        className={`h-11 ${inputClass(texts.error)}`}
      >
        <option value="">{empty}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </PlainField>
  )
}
