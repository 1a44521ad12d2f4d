import type { ComponentProps, ReactNode } from 'react'
import { controlClass, controlProps, Labelled, type LabelProps } from './labelled.tsx'

type Props = LabelProps & {
  id: string
  /** Beside the label. */
  aside?: ReactNode
  /** Shown beside the text area where there is room, else in its place; the text is posted in any case. */
  beside?: ReactNode
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
  beside,
  ...area
}: Props) {
  const about = { label, optional, isMarked, help, error }
  return (
    <Labelled id={id} {...about} aside={aside}>
      <div className={beside ? 'gap-4 xl:grid xl:grid-cols-2' : undefined}>
        <textarea
          {...controlProps(id, about)}
          dir="auto"
          className={`block py-2 ${controlClass(about)} ${beside ? 'max-xl:hidden' : ''}`}
          {...area}
        />
        {beside}
      </div>
    </Labelled>
  )
}
