'use client'

import { type RefusedWrite, refusalMessage } from '#lib/creator/refusal.ts'
import { useListMessages } from '#components/creator/use-messages-client.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { useSignInAgain } from './use-sign-in-again-client.ts'

/** Describes a refused write in the page's language; in the server's words if its reason is unknown. */
export function useRefusalMessage() {
  const t = useListMessages('creator.refusal')
  return (answer: RefusedWrite): string => {
    const message = refusalMessage(answer)
    return message ? t(message) : answer.message
  }
}

/** Shows why a write was refused; opens the sign-in page if the session has ended. */
export function useWriteRefused() {
  const describe = useRefusalMessage()
  const signInAgain = useSignInAgain()
  return (answer: RefusedWrite) => {
    if (answer.code === 401) signInAgain(answer)
    else showMessage({ message: describe(answer), color: 'danger' })
  }
}
