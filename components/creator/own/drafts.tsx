import { getFormatter, getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/link.tsx'
import type { DraftEntry } from '#lib/contract/kept-form.ts'
import { pages } from '#lib/paths.ts'

/** One's own forms that are not published yet. */
export async function Drafts({ items }: { items: DraftEntry[] }) {
  const [t, format, untitled] = await Promise.all([
    getTranslations('creator.drafts'),
    getFormatter(),
    getTranslations('creator'),
  ])
  if (items.length === 0) return null
  const date = (time: string) => format.dateTime(new Date(time), { dateStyle: 'long' })
  return (
    <section aria-labelledby="drafts" className="mb-10 max-w-3xl">
      <h2 id="drafts" className="mb-3 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {items.map((draft) => {
          const title = draft.title || untitled('untitled')
          const until = draft.expires_at ?? draft.updated_at
          return (
            <li
              key={draft.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  <span className="me-2 rounded-key border border-line-strong px-1.5 py-0.5 text-xs text-content-muted">
                    {t('mark')}
                  </span>
                  <bdi>{title}</bdi>
                </p>
                <p className="text-sm text-content-muted">
                  {draft.project_id && `${t('edit')} `}
                  {t('changed', { date: date(draft.updated_at), until: date(until) })}
                </p>
              </div>
              <div className="flex gap-2">
                <ButtonLink
                  href={pages.draft(draft)}
                  aria-label={t('continueLabel', { title })}
                  variant="secondary"
                >
                  {t('continue')}
                </ButtonLink>
                <ButtonLink
                  href={pages.deleteDraft(draft.id)}
                  aria-label={t('deleteLabel', { title })}
                  variant="secondary"
                >
                  {t('delete')}
                </ButtonLink>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
