'use client'

import { type Answer, refusalMessage } from '#lib/creator/refusal.ts'
import { useListMessages } from '#components/creator/use-messages-client.ts'

/** Describes a refused write in the page's language; in the server's words if its reason is unknown. */
export function useRefusalMessage() {
  const t = useListMessages('creator.refusal')
  return (answer: Answer): string => {
    const message = refusalMessage(answer)
    return message ? t(message) : answer.message
  }
}
