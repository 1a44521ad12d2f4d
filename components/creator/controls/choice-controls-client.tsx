'use client'

import { useId } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { CATEGORIES, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import type { ControlProps } from './fields-client.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { SelectField } from './select-field-client.tsx'
import { useField } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Checkboxes of the operating systems. */
export function SystemsControl({ name }: ControlProps) {
  const { form } = useCreatorForm()
  const os = useFormMessages('os')
  const id = useId()
  const { label, optional, isMarked, ...note } = useField(name)
  return (
    <fieldset aria-describedby={noteIds(id, note)} className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={optional} isRequired={isMarked} />
      </legend>
      <div className="flex flex-wrap gap-2">
        {OPERATING_SYSTEMS.map((system) => (
          <label
            key={system}
            className="flex h-10 cursor-pointer items-center gap-2 rounded-key border border-line-control px-3 text-sm has-checked:border-accent has-checked:bg-surface-2 has-checked:font-medium"
          >
            <input
              type="checkbox"
              value={system}
              aria-invalid={note.error !== undefined}
              {...form.register(name)}
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
  return <SelectField name={name} empty={t('choosePlease')} options={options} />
}

/** Whom the new version is for. */
export function ChannelControl({ name }: ControlProps) {
  const t = useFormMessages('creator')
  const options = [{ value: 'prerelease' satisfies Channel, label: t('channelPrerelease') }]
  return <SelectField name={name} empty={t('channelStable')} options={options} />
}
