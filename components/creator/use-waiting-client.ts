'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Pending, usePendingUploads } from './pending-uploads-client.tsx'

type Options = {
  uploads: ReturnType<typeof usePendingUploads>
  /** All is there: it can be sent. */
  onReady: () => void
  /** One was not taken, or was cancelled: nothing is sent. */
  onFailed: (failed: Pending) => void
  onCancelled: (names: string[]) => void
}

/** Holds a form back until what is on its way has arrived; it is sent then, or it is said what is missing. */
export function useWaiting({ uploads, ...on }: Options) {
  const [isWaiting, setWaiting] = useState(false)
  const isHeld = useRef(false)
  const { moving, failed } = uploads
  const look = useEffectEvent(() => {
    if (!isHeld.current) return
    const cancelled = uploads.takeCancelled()
    if (!failed && cancelled.length === 0 && moving.length > 0) return
    stop()
    if (failed) on.onFailed(failed)
    else if (cancelled.length > 0) on.onCancelled(cancelled)
    else on.onReady()
  })
  useEffect(() => look(), [isWaiting, moving.length, failed])
  function stop() {
    isHeld.current = false
    setWaiting(false)
  }
  return {
    isWaiting,
    stop,
    start() {
      uploads.takeCancelled()
      isHeld.current = true
      setWaiting(true)
    },
  }
}
