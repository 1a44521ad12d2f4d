'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentMessage, subscribe } from './message-store.ts'

/* What shows it may fail to load; the page goes on without. */
const Toast = lazy(() => import('./toast-client.tsx').catch(() => ({ default: () => null })))

/** `labels` stand before messages of success and failure (section 8). */
export type BannerWords = { hide: string; labels: { success: string; danger: string } }

/** The place of the global message; what shows it is loaded with the first one. */
export function Banner({ hide, labels }: BannerWords) {
  const message = useSyncExternalStore(subscribe, currentMessage, () => null)
  if (!message) return null
  return (
    <Suspense>
      <Toast key={message.id} message={message} hide={hide} labels={labels} />
    </Suspense>
  )
}
