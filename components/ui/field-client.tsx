'use client'

import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icons.tsx'

type Props = {
  label: string
  help?: string | undefined
  /** What is wrong with it; announced with the field. */
  fault?: string | undefined
  /** Stands in the line of the field, after it. */
  beside?: ReactNode
  /** Words of the button that shows a password; none for what is no secret. */
  reveal?: { show: string; hide: string } | undefined
} & Omit<ComponentProps<'input'>, 'id' | 'className'>

const INPUT =
  'h-11 w-full min-w-0 rounded-key border bg-surface-0 px-3 text-base placeholder:text-content-faint'

/** A field of a form: label above, help below, the fault in its place (WCAG 3.3.1, 3.3.2). */
export function Field({ label, help, fault, beside, reveal, ...input }: Props) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const note = fault ?? help
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <div className="relative flex-1">
          <input
            id={id}
            aria-invalid={fault ? true : undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            className={`${INPUT} ${fault ? 'border-danger' : 'border-line-strong'} ${reveal ? 'pr-12' : ''}`}
            {...input}
            type={reveal && isShown ? 'text' : input.type}
          />
          {reveal && (
            <button
              type="button"
              aria-label={isShown ? reveal.hide : reveal.show}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
              className="needs-script absolute inset-y-0 right-0 w-11 cursor-pointer items-center justify-center rounded-key text-content-muted hover:text-content"
            >
              <Icon name={isShown ? 'eye-off' : 'eye'} className="size-5" />
            </button>
          )}
        </div>
        {beside}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={`flex gap-1.5 text-sm ${fault ? 'text-danger' : 'text-content-muted'}`}
        >
          {fault && <Icon name="warning" className="mt-0.5" />}
          {note}
        </p>
      )}
    </div>
  )
}
