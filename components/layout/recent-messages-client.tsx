'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ShownMessage, recentMessageStore } from '#lib/browser/message-store.ts'
import { useStore } from '#lib/browser/use-store.ts'

/** Key that moves the focus to the message, or to the recent ones if none is shown. */
export const MESSAGE_HOTKEY = 'F8'
/** Id of the button that opens the recent messages. */
export const RECENT_ID = 'recent-messages'

export type MessageLabels = Record<
  'success' | 'danger' | 'hide' | 'region' | 'message' | 'recent',
  string
>
type Props = { labels: MessageLabels; isToastOpen: boolean }

/** What failed, else “Success” or “Failed”; `null` for other messages. */
export function titleOf({ title, color }: ShownMessage, labels: MessageLabels): string | null {
  return title ?? (color === 'success' || color === 'danger' ? labels[color] : null)
}

/** The last messages, to be read again: below the footer, or at once by the hotkey. */
export function RecentMessages({ labels, isToastOpen }: Props) {
  const messages = useStore(recentMessageStore)
  const [isOpen, setOpen] = useState(false)
  const origin = useRef<Element | null>(null)
  const isIdle = !isToastOpen && messages.length > 0

  useEffect(() => {
    if (!isIdle) return
    const open = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== MESSAGE_HOTKEY) return
      origin.current = document.activeElement
      setOpen(true)
      document.getElementById(RECENT_ID)?.focus()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [isIdle])

  function close({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    const { current: from } = origin
    origin.current = null
    if (from instanceof HTMLElement && from.isConnected) from.focus()
  }
  if (messages.length === 0) return null
  return (
    <section
      aria-label={labels.recent}
      className="mx-auto w-full max-w-page px-4 pb-6 text-sm text-content-muted sm:px-6"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes what has the focus in it */}
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        onKeyDown={close}
      >
        <summary id={RECENT_ID} className="w-fit cursor-pointer rounded-key py-1">
          {labels.recent}
        </summary>
        <ol className="mt-2 space-y-1">
          {(isOpen ? messages : []).map((message) => {
            const title = titleOf(message, labels)
            return (
              <li key={message.id} className="break-words">
                {title !== null && <b className="font-semibold text-content">{title}</b>}{' '}
                {message.text}
              </li>
            )
          })}
        </ol>
      </details>
    </section>
  )
}
