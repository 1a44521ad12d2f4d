'use client'

import { type ComponentType, useEffect, useState } from 'react'
import {
  hideMessage,
  leaveMessages,
  type ShownMessage,
  messageStore,
  takeMessages,
} from '#lib/browser/message-store.ts'
import { useStore } from '#lib/browser/use-store.ts'
import type { MessageLabels } from './recent-messages-client.tsx'
import type { ToastProps } from './toast-client.tsx'

/** `success` and `danger` precede messages of success and failure (docs/behaviour.md#toasts). */
export type BannerProps = { labels: MessageLabels }

/** Fallback for browsers without `requestIdleCallback`, and its time limit, in milliseconds. */
const IDLE_MS = 2000

/**
 * Slot of the global message. The toast's code is not part of the initial scripts; it loads when
 * the browser is idle, so that messages can be shown without a connection.
 */
export function Banner({ labels }: BannerProps) {
  const message = useStore(messageStore)
  const [Toast, setToast] = useState<ComponentType<ToastProps> | null>(null)
  const [isMissing, setMissing] = useState(false)
  const isWanted = message !== null && Toast === null

  useEffect(() => {
    takeMessages()
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) takeMessages()
    }
    addEventListener('pagehide', leaveMessages)
    addEventListener('pageshow', restore)
    return () => {
      removeEventListener('pagehide', leaveMessages)
      removeEventListener('pageshow', restore)
    }
  }, [])
  useEffect(() => {
    if (Toast) return
    const load = () => {
      import('./toast-client.tsx').then(
        (loaded) => setToast(() => loaded.default),
        () => setMissing(true),
      )
    }
    return isWanted ? load() : whenIdle(load)
  }, [Toast, isWanted])

  if (Toast) return <Toast message={message} labels={labels} />
  return isMissing && message ? <PlainMessage key={message.id} message={message} /> : null
}

/** The message if the toast's code failed to load. */
function PlainMessage({ message }: { message: ShownMessage }) {
  useEffect(() => {
    const timer = setTimeout(hideMessage, message.timeout)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-(--toast-bottom) z-50 mx-auto w-fit max-w-[26rem] rounded-card border border-line bg-surface-2 px-4 py-3 text-sm shadow-raised"
    >
      {message.text}
    </p>
  )
}

/** @returns the function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: IDLE_MS })
  return () => cancelIdleCallback(id)
}
