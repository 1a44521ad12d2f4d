'use client'

import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { FieldNote, noteIds } from './field-note.tsx'
import { Icon } from './icons.tsx'
import { LabelText } from './label-text.tsx'

type Props = {
  label: string
  /** Mark of an optional field, such as “(optional)”. */
  optional?: string | undefined
  /** Marks the label of a required field. */
  isMarked?: boolean
  help?: string | undefined
  /** Error message; announced with the field. */
  error?: string | undefined
  /** Shown after the input, in the same row. */
  action?: ReactNode
  /** Labels of the button that reveals a password; only for secrets. */
  reveal?: { show: string; hide: string } | undefined
} & Omit<ComponentProps<'input'>, 'className'>

const INPUT = 'h-11 w-full min-w-0 rounded-key border bg-surface-0 px-3 text-base'

/** Form field: label above, help or error below (WCAG 3.3.1, 3.3.2). */
export function Field({
  label,
  optional,
  isMarked = false,
  help,
  error,
  action,
  reveal,
  ...input
}: Props) {
  const ownId = useId()
  const { id = ownId } = input
  const [isShown, setShown] = useState(false)
  return (
    <div className="space-y-1.5">
      <label id={`${id}-label`} htmlFor={id} className="block text-sm font-medium">
        <LabelText label={label} optional={optional} isRequired={isMarked} />
      </label>
      <div className="flex gap-2">
        <div className="relative flex-1">
          <input
            // Without an explicit `false`, browsers report an empty required field as invalid.
            aria-invalid={Boolean(error)}
            aria-describedby={noteIds(id, { error, help })}
            className={`${INPUT} ${error ? 'border-danger' : 'border-line-control'} ${reveal ? 'pe-12' : ''}`}
            {...input}
            id={id}
            type={reveal && isShown ? 'text' : input.type}
          />
          {reveal && (
            // The label names what a click does; `aria-pressed` would invert it.
            <button
              type="button"
              aria-label={isShown ? reveal.hide : reveal.show}
              aria-describedby={`${id}-label`}
              onClick={() => setShown(!isShown)}
              className="needs-script absolute inset-y-0 end-0 w-11 cursor-pointer items-center justify-center rounded-key text-content-muted hover:text-content"
            >
              <Icon name={isShown ? 'eye-off' : 'eye'} className="size-5" />
            </button>
          )}
        </div>
        {action}
      </div>
      <FieldNote id={id} error={error} help={help} />
    </div>
  )
}
