'use client'

import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useCreatorForm } from './form-context-client.ts'

/** Whether the draft is saved. It is not announced: problems are, in the notices of the form. */
export function DraftStatus() {
  const { id, isSaving, problem } = useCreatorForm().draft
  const t = useFormMessages('creator.saving')
  if ((id === null && !isSaving) || problem !== null) return null
  return <p className="text-sm text-content-muted">{t(isSaving ? 'saving' : 'saved')}</p>
}
