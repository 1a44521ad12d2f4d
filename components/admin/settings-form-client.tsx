'use client'

import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import {
  EMPTY_SETTINGS,
  type SettingError,
  type SettingsState,
  settingsStateSchema,
} from '#lib/admin/typed-settings.ts'
import { SettingsPreview } from './settings-preview.tsx'
import type { SettingName } from '#lib/contract/admin/settings.ts'

export type SettingField = {
  name: SettingName
  kind: 'line' | 'email' | 'time' | 'area' | 'choice'
  label: string
  help?: string | undefined
  value: string
  /** The default, which an empty field stands for. */
  placeholder?: string | undefined
  options?: readonly { value: string; label: string }[]
  /** Lines of an area. */
  rows?: number
  /** Whether it is Markdown, with a preview. */
  hasPreview?: boolean
  lang?: string
  /** Why it cannot be changed here. */
  fixed?: string | undefined
}

export type SettingsLabels = {
  submit: string
  preview: string
  saved: string
  errors: Record<NonNullable<SettingsState['error']>, string>
  problems: Record<SettingError, string>
  /** What another administrator has set meanwhile, with `{who}` and `{value}`. */
  other: string
  empty: string
}

type Props = {
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: SettingsState | null
  revision: number
  fields: readonly SettingField[]
  labels: SettingsLabels
}

/** A form of settings. What was typed stays when it is refused, and beside it what another administrator has set meanwhile. */
export function SettingsForm({ address, kept, revision, fields, labels }: Props) {
  // Of several forms of a page, that which was posted.
  const isOwn = fields.some(({ name }) => kept?.typed[name] !== undefined)
  const { state, isPending, form } = usePostedForm(
    'settings',
    settingsStateSchema,
    kept && isOwn ? kept : { ...EMPTY_SETTINGS, revision },
    address,
  )
  return (
    <PostedForm
      {...form}
      fields={{ revision: String(state.revision) }}
      error={state.error && labels.errors[state.error]}
      success={state.isSaved && labels.saved}
      className="space-y-5"
    >
      {fields.map((field) => (
        <SettingControl key={field.name} field={field} state={state} labels={labels} />
      ))}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isPending={isPending}>{labels.submit}</SubmitButton>
        {fields.some(({ hasPreview }) => hasPreview) && (
          <SubmitButton isPending={isPending} variant="secondary" name="preview" value="1">
            {labels.preview}
          </SubmitButton>
        )}
      </div>
      {fields.map(({ name, lang }) => {
        const html = state.previews[name]
        return html && <SettingsPreview key={name} title={labels.preview} html={html} lang={lang} />
      })}
    </PostedForm>
  )
}

type ControlProps = { field: SettingField; state: SettingsState; labels: SettingsLabels }

function SettingControl({ field, state, labels }: ControlProps) {
  const { name, kind, label, placeholder, options = [], rows = 2, lang, fixed } = field
  const value = state.typed[name] ?? field.value
  const problem = state.errors[name]
  const other = state.others[name]
  const text = other && labels.other.replace('{who}', other.by)
  const control = {
    id: `setting-${name}`,
    label,
    help: fixed ?? field.help,
    error: problem
      ? labels.problems[problem]
      : text?.replace('{value}', other?.value || labels.empty),
    // A disabled field is not sent.
    ...(fixed === undefined ? { name } : { disabled: true }),
    // Another default value sets a control that React has reset.
    key: value,
    defaultValue: value,
    lang,
  }
  const { key, ...props } = control
  if (kind === 'choice') return <SelectField key={key} {...props} options={options} />
  if (kind === 'area')
    return <TextArea key={key} {...props} rows={rows} placeholder={placeholder} spellCheck />
  const type = kind === 'time' ? 'datetime-local' : kind === 'email' ? 'email' : 'text'
  return <Field key={key} {...props} type={type} placeholder={placeholder} dir="auto" />
}
