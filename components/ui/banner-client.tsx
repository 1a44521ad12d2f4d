'use client'

import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { currentMessage, hideMessage, type Message, subscribe } from './message-store.ts'
import type { ToastProps } from './toast-client.tsx'

/** `labels` stand before messages of success and failure (section 8). */
export type BannerWords = { hide: string; labels: { success: string; danger: string } }

/** Where a browser never says that it has nothing to do, in ms. */
const IDLE_MS = 2000

/**
 * The place of the global message. What shows it is no part of the page's first scripts, but loaded
 * as soon as the browser has time, so that a message can be shown when there is no connection.
 */
export function Banner({ hide, labels }: BannerWords) {
  const message = useSyncExternalStore(subscribe, currentMessage, () => null)
  const [Toast, setToast] = useState<ComponentType<ToastProps> | null>(null)
  const [isMissing, setMissing] = useState(false)
  const isWanted = message !== null && Toast === null

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

  if (!message) return null
  if (Toast) return <Toast key={message.id} message={message} hide={hide} labels={labels} />
  return isMissing ? <PlainMessage key={message.id} message={message} /> : null
}

/** The message without its scripts, which could not be loaded. */
function PlainMessage({ message }: { message: Message }) {
  useEffect(() => {
    const timer = setTimeout(hideMessage, message.timeout)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto w-fit max-w-[26rem] rounded-card border border-line bg-surface-2 px-4 py-3 text-sm shadow-raised"
    >
      {message.text}
    </p>
  )
}

/** @returns what takes it back. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: IDLE_MS })
  return () => cancelIdleCallback(id)
}
