'use client'

import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icons.tsx'
import { controlClass, controlProps, Labelled, type LabelProps } from './labelled.tsx'

type Props = LabelProps & {
  /** Shown after the input, in the same row. */
  action?: ReactNode
  /** Labels of the button that reveals a password; only for secrets. */
  reveal?: { show: string; hide: string } | undefined
} & Omit<ComponentProps<'input'>, 'className'>

/** A field with one line. */
export function Field({ label, optional, isMarked, help, error, action, reveal, ...input }: Props) {
  const ownId = useId()
  const { id = ownId } = input
  const [isShown, setShown] = useState(false)
  const about = { label, optional, isMarked, help, error }
  return (
    <Labelled id={id} {...about}>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <input
            {...controlProps(id, about)}
            className={`h-11 ${controlClass(about)} ${reveal ? 'pe-12' : ''}`}
            {...input}
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
    </Labelled>
  )
}
