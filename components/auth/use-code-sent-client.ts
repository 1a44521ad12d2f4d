'use client'

import { useState } from 'react'
import type { FormState } from '#lib/auth/form.ts'
import { CODE_RETRY_S } from '#lib/contract/account.ts'
import { useCountdown } from './use-countdown-client.ts'

type Sent = FormState['codeSent']

/**
 * Whether a code was sent to what is typed now, and how many seconds nobody can ask for the next one.
 * Another address can be given a code at once: the first one may have been mistyped.
 */
export function useCodeSent(codeSent: Sent, typed: string): { isSent: boolean; left: number } {
  // What came of the form later says nothing of the code, which is on its way all the same.
  const [last, setLast] = useState<Sent>(codeSent)
  if (codeSent !== null && codeSent.id !== last?.id) setLast(codeSent)
  const left = useCountdown(last?.id ?? null, CODE_RETRY_S)
  const isSent = last !== null && last.to.toLowerCase() === typed.trim().toLowerCase()
  return { isSent, left: isSent ? left : 0 }
}
