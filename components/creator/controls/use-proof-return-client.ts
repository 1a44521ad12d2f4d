'use client'

import { useEffect, useEffectEvent } from 'react'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { takeProof } from '#lib/creator/prove-client.ts'
import type { CreatorForm } from '#components/creator/form/form-types.ts'

/** After the return from GitHub: reads the repository of the draft again. */
export function useProofReturn(form: CreatorForm, verify: () => Promise<void>) {
  const onReturn = useEffectEvent(() => {
    if (!takeProof()) return
    if (repositoryAddress(form.getValues('repository_url')) !== null) void verify()
  })
  useEffect(() => {
    const timer = setTimeout(onReturn)
    return () => clearTimeout(timer)
  }, [])
}
