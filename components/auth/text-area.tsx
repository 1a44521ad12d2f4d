import type { ComponentProps } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'className'> & {
  id: string
  label: string
  /** Mark of an optional field, such as “(optional)”. */
  optional?: string
  help: string
  error: string | undefined
}

/** A field of several lines: label above, help or error below. */
export function TextArea({ id, label, optional, help, error, ...field }: Props) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        <LabelText label={label} optional={optional} />
      </label>
      <textarea
        {...field}
        id={id}
        dir="auto"
        aria-invalid={Boolean(error)}
        aria-describedby={noteIds(id, { error, help })}
        className={`block w-full rounded-key border bg-surface-0 px-3 py-2 text-base ${error ? 'border-danger' : 'border-line-control'}`}
      />
      <FieldNote id={id} error={error} help={help} />
    </div>
  )
}
