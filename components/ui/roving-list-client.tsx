'use client'

import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useRovingFocus } from '#lib/browser/use-roving-focus-client.ts'

type Props = {
  /** Which keys move the focus; shown while the focus is visible in the list. */
  hint: string
  className: string
} & (
  | { children: ReactNode }
  | { style: CSSProperties | undefined; /** Items, escaped. */ html: string }
)

/** List whose controls are one Tab stop. */
export function RovingList({ hint, className, ...content }: Props) {
  const ref = useRef<HTMLUListElement>(null)
  useRovingFocus(ref)
  return (
    <div className="roving relative">
      <RovingHint text={hint} />
      {'html' in content ? (
        // oxlint-disable-next-line react/no-danger -- escaped where it is made
        <ul
          ref={ref}
          className={className}
          style={content.style}
          dangerouslySetInnerHTML={{ __html: content.html }}
        />
      ) : (
        <ul ref={ref} className={className}>
          {content.children}
        </ul>
      )}
    </div>
  )
}

/** Hint above a list, in an element of class `roving`. */
export function RovingHint({ text }: { text: string }) {
  return (
    <p aria-hidden="true" className="roving-hint">
      {text}
    </p>
  )
}
