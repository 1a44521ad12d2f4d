'use client'

import { Notice } from '#components/ui/notice.tsx'
import { useCreatorForm } from './form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** State of the draft: whether there is one, which files it lacks, whether the browser keeps it. */
export function DraftNotices() {
  const { isDraft, isKept, gone, slot, startOver } = useCreatorForm()
  const t = useFormMessages('creator')
  const names = gone.map(({ name, alt }) => name || alt).join(', ')
  return (
    <>
      {isDraft && (
        <p className="flex flex-wrap gap-x-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
          {t('draft')}
          <button
            type="button"
            onClick={startOver}
            className="cursor-pointer font-medium underline underline-offset-4"
          >
            {t('discard')}
          </button>
        </p>
      )}
      <div role="status" className="space-y-3 empty:absolute">
        {gone.length > 0 && <Notice tone="danger">{t('saving.gone', { names })}</Notice>}
        {!isKept && <Notice tone="info">{t('saving.notKept')}</Notice>}
        {slot?.isShared && <Notice tone="info">{t('saving.shared')}</Notice>}
      </div>
    </>
  )
}
