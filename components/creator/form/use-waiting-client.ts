'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Pending, PendingUploads } from '#components/creator/files/pending-uploads-client.tsx'

type Options = {
  uploads: PendingUploads
  /** All uploads have finished: the form can be sent. */
  onReady: () => void
  /** An upload failed or was cancelled: the form is not sent. */
  onFailed: (failed: Pending) => void
  onCancelled: (names: string[]) => void
}

/** Holds the form back until pending uploads have finished. */
export function useWaiting({ uploads, ...on }: Options) {
  const [isWaiting, setWaiting] = useState(false)
  const isHeld = useRef(false)
  const { moving, failed } = uploads
  const check = useEffectEvent(() => {
    if (!isHeld.current) return
    const cancelled = uploads.takeCancelled()
    if (!failed && cancelled.length === 0 && moving.length > 0) return
    stop()
    if (failed) on.onFailed(failed)
    else if (cancelled.length > 0) on.onCancelled(cancelled)
    else on.onReady()
  })
  useEffect(() => check(), [isWaiting, moving.length, failed])
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
