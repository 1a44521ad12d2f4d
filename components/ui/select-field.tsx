import type { ComponentProps } from 'react'
import { controlClass, controlProps, Labelled, type LabelProps } from './labelled.tsx'

type Props = LabelProps & {
  id: string
  options: readonly { value: string | number; label: string }[]
} & Omit<ComponentProps<'select'>, 'className' | 'children'>

/** A field with a list of options. */
export function SelectField({
  id,
  label,
  optional,
  isMarked,
  help,
  error,
  options,
  ...select
}: Props) {
  const about = { label, optional, isMarked, help, error }
  return (
    <Labelled id={id} {...about}>
      <select {...controlProps(id, about)} className={`h-11 ${controlClass(about)}`} {...select}>
        {options.map(({ value, label: text }) => (
          // The browser may name and order languages in another way than the server.
          <option key={value} value={value} suppressHydrationWarning>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
