'use client'

import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { formatList } from '#lib/i18n/format.ts'
import { localePath } from '#lib/i18n/path.ts'
import { NEW_DRAFT, paths } from '#lib/paths.ts'
import { useCreatorForm } from './form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

const link = 'cursor-pointer font-medium underline underline-offset-4'

/** The draft that the form shows, its files that are gone, and why it is not saved. */
export function DraftNotices() {
  const { kind, shown, gone, draft } = useCreatorForm()
  const { problem } = draft
  const t = useFormMessages('creator')
  const locale = useLocale()
  const names = formatList(
    gone.map(({ name, alt }) => name || alt),
    locale,
  )
  return (
    <>
      {draft.isRestored && shown.errors.length === 0 && <Restored />}
      <div role="status" className="space-y-3 empty:absolute">
        {gone.length > 0 && <Notice tone="danger">{t('saving.gone', { names })}</Notice>}
        {problem === 'full' && <Notice tone="danger">{t('refusal.too_many_drafts')}</Notice>}
        {problem !== null && problem !== 'full' && (
          <Notice tone={problem === 'notKept' ? 'info' : 'danger'}>
            {t(`saving.${problem}`)}{' '}
            {problem === 'published' && (
              <a href={localePath(locale, paths.ownProjects(kind))} className={link}>
                {t('saving.ownProjects')}
              </a>
            )}
          </Notice>
        )}
      </div>
    </>
  )
}

function Restored(): ReactNode {
  const { kind, edited, draft } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  const empty = paths.upload(kind, { draft: NEW_DRAFT })
  return (
    <p className="flex flex-wrap gap-x-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
      {t('draft')}
      <button
        type="button"
        onClick={() => void draft.startOver()}
        className={`needs-script ${link}`}
      >
        {t('discard')}
      </button>
      {/* Without scripts a page asks whether to delete the draft. */}
      {draft.id !== null && (
        <noscript>
          <a href={localePath(locale, paths.deleteDraft(draft.id))} className={link}>
            {t('discard')}
          </a>
        </noscript>
      )}
      {edited === null && (
        <a
          href={localePath(locale, empty)}
          onClick={(event) => {
            event.preventDefault()
            const { href } = event.currentTarget
            void draft.saver.flush().then(() => location.assign(href))
          }}
          className={link}
        >
          {t('saving.startAnother')}
        </a>
      )}
    </p>
  )
}

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
