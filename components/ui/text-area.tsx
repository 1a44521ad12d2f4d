import type { ComponentProps, ReactNode } from 'react'
import { controlClass, controlProps, Labelled, type LabelProps } from './labelled.tsx'

type Props = LabelProps & {
  id: string
  /** Beside the label. */
  aside?: ReactNode
  /** Shown in place of the text area, whose text is still posted. */
  instead?: ReactNode
} & Omit<ComponentProps<'textarea'>, 'className'>

/** A field with several lines. */
export function TextArea({
  id,
  label,
  optional,
  isMarked,
  help,
  error,
  aside,
  instead,
  ...area
}: Props) {
  const about = { label, optional, isMarked, help, error }
  return (
    <Labelled id={id} {...about} aside={aside}>
      <textarea
        {...controlProps(id, about)}
        dir="auto"
        className={`block py-2 ${controlClass(about)} ${instead ? 'hidden' : ''}`}
        {...area}
      />
      {instead}
    </Labelled>
  )
}
