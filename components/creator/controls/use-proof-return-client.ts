'use client'

import { useEffect, useEffectEvent } from 'react'
import { showMessage } from '#lib/browser/message-store.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { takeProof } from '#lib/creator/prove-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm } from '#components/creator/form/use-project-form-client.ts'

/** After the return from GitHub: shows a failed proof, and reads the repository of the draft again. */
export function useProofReturn(form: CreatorForm, verify: () => Promise<void>) {
  const t = useFormMessages('creator.plugin')
  const onReturn = useEffectEvent(() => {
    const proof = takeProof()
    if (proof === null) return
    if (proof !== 'proved') {
      showMessage({ message: t(proof === 'unproved' ? 'pushNot' : 'pushFailed'), color: 'danger' })
    }
    if (repositoryAddress(form.getValues('repository_url')) !== null) void verify()
  })
  useEffect(() => {
    const timer = setTimeout(onReturn)
    return () => clearTimeout(timer)
  }, [])
}
