import type { ReactNode } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { idOf, type PlainView, useFieldTexts } from './plain-view.ts'

export type PlainControlProps = { name: FieldName; view: PlainView }

export const inputClass = (error: string | undefined) =>
  `w-full min-w-0 rounded-key border bg-surface-0 px-3 text-base ${error ? 'border-danger' : 'border-line-control'}`

/** Id, name and description of the input of a field. */
export function inputProps(
  name: FieldName,
  { error, help }: { error: string | undefined; help: string | undefined },
) {
  const id = idOf(name)
  return {
    id,
    name,
    // The form is validated by the server: `required` is for assistive technology.
    required: !FIELDS[name].isOptional,
    'aria-invalid': error !== undefined,
    'aria-describedby': noteIds(id, { error, help }),
  }
}

/** Label above, help or error below. */
export function PlainField({ name, view, children }: PlainControlProps & { children: ReactNode }) {
  const { label, optional, help, error } = useFieldTexts(view)(name)
  return (
    <div className="space-y-1.5">
      <label htmlFor={idOf(name)} className="block text-sm font-medium">
        <LabelText label={label} optional={optional} isRequired={!FIELDS[name].isOptional} />
      </label>
      {children}
      <FieldNote id={idOf(name)} error={error} help={help} />
    </div>
  )
}
