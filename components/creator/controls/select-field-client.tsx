'use client'

import { useId } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import type { FieldName } from '#lib/creator/fields.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useField } from './use-field-client.ts'

type Props = {
  name: FieldName
  /** Label of the empty value. */
  empty: string
  options: readonly { value: string; label: string }[]
}

/** A field with a list of options. */
export function SelectField({ name, empty, options }: Props) {
  const { form } = useCreatorForm()
  const id = useId()
  const { label, optional, required, isMarked, error, help } = useField(name)
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        <LabelText label={label} optional={optional} isRequired={isMarked} />
      </label>
      <select
        id={id}
        required={required}
        aria-invalid={error !== undefined}
        aria-describedby={noteIds(id, { error, help })}
        className={`h-11 w-full rounded-key border bg-surface-0 px-3 ${error ? 'border-danger' : 'border-line-control'}`}
        {...form.register(name)}
      >
        <option value="">{empty}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNote id={id} error={error} help={help} />
    </div>
  )
}
