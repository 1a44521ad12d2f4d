'use client'

import { showMessage } from '#lib/browser/message-store.ts'
import type { Answer } from '#lib/creator/refusal.ts'
import { useRefusalMessage } from '#components/creator/form/use-refusal-message-client.ts'
import { useSignInAgain } from '#components/creator/form/use-sign-in-again-client.ts'

/** Shows why a write was refused; opens the sign-in page if the session has ended. */
export function useWriteRefused() {
  const describe = useRefusalMessage()
  const signInAgain = useSignInAgain()
  return (answer: Answer) => {
    if (answer.code === 401) signInAgain(answer)
    else showMessage({ message: describe(answer), color: 'danger' })
  }
}
