'use client'

import { useEffect, useState } from 'react'

/** Counts `seconds` down to 0, restarting whenever `key` changes; 0 without a key. */
export function useCountdown(key: string | null, seconds: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (key === null) return
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [key, seconds])
  return left
}
