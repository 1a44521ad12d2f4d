'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass } from './button.tsx'

type Props = {
  /** Whether the form is being sent; the button keeps the focus. */
  isPending: boolean
  /** Label while it is sent. */
  pending?: string
  variant?: 'primary' | 'secondary'
  /** Large, over the whole width. */
  isWide?: boolean
} & Omit<ComponentProps<'button'>, 'className' | 'type'>

/** The field keeps the focus: its error would move the button from under the pointer, and the click would be lost. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The button that sends a form. */
export function SubmitButton({
  isPending,
  pending,
  variant = 'primary',
  isWide = false,
  children,
  ...button
}: Props) {
  const look = buttonClass({ variant, size: isWide ? 'lg' : 'md' })
  return (
    <button
      type="submit"
      aria-disabled={isPending}
      onMouseDown={keepFocus}
      className={`${look} ${isWide ? 'w-full' : ''} aria-disabled:opacity-75`}
      {...button}
    >
      {isPending && pending !== undefined ? pending : children}
    </button>
  )
}
