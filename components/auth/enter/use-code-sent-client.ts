'use client'

import { useState } from 'react'
import type { FormState } from '#lib/auth/form.ts'
import { CODE_RETRY_S } from '#lib/contract/account.ts'
import { useCountdown } from './use-countdown-client.ts'

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
