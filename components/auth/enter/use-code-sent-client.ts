'use client'

import { useState, useEffect } from 'react'
import type { FormState } from '#lib/auth/form.ts'
import { CODE_RETRY_S } from '#lib/contract/account.ts'

type Sent = FormState['codeSent']

/**
 * Whether a code was sent to the address that is address now, and the seconds until the next one may
 * be requested. Another address may get a code at once: the first may have been mistyped.
 */
export function useCodeSent(codeSent: Sent, address: string): { isSent: boolean; left: number } {
  // Later states of the form do not change that the code is on its way.
  const [last, setLast] = useState<Sent>(codeSent)
  if (codeSent !== null && codeSent.id !== last?.id) setLast(codeSent)
  const left = useCountdown(last?.id ?? null, CODE_RETRY_S)
  const isSent = last !== null && last.to.toLowerCase() === address.trim().toLowerCase()
  return { isSent, left: isSent ? left : 0 }
}

/** Counts `seconds` down to 0, restarting whenever `key` changes; 0 without a key. */
function useCountdown(key: string | null, seconds: number): number {
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
