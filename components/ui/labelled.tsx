import type { ReactNode } from 'react'
import { FieldNote, noteIds } from './field-note.tsx'
import { LabelText } from './label-text.tsx'

/** What a control of a form is shown with. */
export type LabelProps = {
  label: string
  /** Mark of an optional field, such as “(optional)”. */
  optional?: string | undefined
  /** Marks the label of a required field. */
  isMarked?: boolean | undefined
  help?: string | undefined
  /** Error message; announced with the field. */
  error?: string | undefined
}
type Props = LabelProps & {
  id: string
  /** Beside the label. */
  aside?: ReactNode
  children: ReactNode
}

/** A control of a form: label above, help or error below (WCAG 3.3.1, 3.3.2). */
export function Labelled({ id, label, optional, isMarked, help, error, aside, children }: Props) {
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <label id={`${id}-label`} htmlFor={id} className="block text-sm font-medium">
          <LabelText label={label} optional={optional} isRequired={isMarked === true} />
        </label>
        {aside}
      </div>
      {children}
      <FieldNote id={id} error={error} help={help} />
    </div>
  )
}

/** Id and description of the control, and whether it is invalid. */
export const controlProps = (id: string, { error, help }: LabelProps) => ({
  id,
  // Without an explicit `false`, browsers report an empty required field as invalid.
  'aria-invalid': Boolean(error),
  'aria-describedby': noteIds(id, { error, help }),
})

/** Look of an input, a list or a text area. */
export const controlClass = ({ error }: LabelProps) =>
  `w-full min-w-0 rounded-key border bg-surface-0 px-3 text-base ${error ? 'border-danger' : 'border-line-control'}`
