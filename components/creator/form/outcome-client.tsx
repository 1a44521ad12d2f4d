'use client'

import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useCreatorForm } from './form-context-client.ts'

const PROOF_MESSAGES = {
  proved: 'plugin.byPush',
  unproved: 'plugin.pushNot',
  failed: 'plugin.pushFailed',
} as const

/** What the last request led to: a form that was not kept, values to look at, a proof of ownership. */
export function Outcome() {
  const { shown, values } = useCreatorForm()
  const { errors, lost, isReview, proof } = shown
  const t = useFormMessages('creator')
  // What is read from the repository afterwards names the proof as well.
  const isNamed = proof === 'proved' && Boolean(values.facts?.proof)
  return (
    <>
      {lost === 'draft' && <Notice tone="info">{t('saving.draftGone')}</Notice>}
      {lost === 'form' && (
        <Notice tone="danger" title={t('plain.notSaved')}>
          {t('plain.lost')}
        </Notice>
      )}
      {isReview && errors.length === 0 && <Notice tone="info">{t('plain.review')}</Notice>}
      {proof && !isNamed && (
        <Notice tone={proof === 'proved' ? 'success' : 'danger'}>{t(PROOF_MESSAGES[proof])}</Notice>
      )}
    </>
  )
}
