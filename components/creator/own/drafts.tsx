import { getFormatter, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import type { DraftEntry } from '#lib/contract/kept-form.ts'
import { paths } from '#lib/paths.ts'
import { PRIMARY } from './primary.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { getTexts } from '#lib/i18n/translations.ts'

/** One's own forms that are not published yet. */
export async function Drafts({ items }: { items: DraftEntry[] }) {
  const [t, untitled] = await getTexts('creator.drafts', 'creator')
  const format = await getFormatter()
  if (items.length === 0) return null
  const date = (time: string) => format.dateTime(new Date(time), { dateStyle: 'long' })
  return (
    <section aria-labelledby="drafts" className="mb-10">
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
              data-kind={draft.kind}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3"
            >
              <span className="grid size-12 shrink-0 place-items-center rounded-[11px] border-2 border-dashed border-accent text-accent">
                <Icon name={draft.kind} className="size-5" />
              </span>
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium wrap-anywhere">
                  <span className="me-2 rounded-key border border-line-strong px-1.5 py-0.5 text-xs text-content-muted">
                    {t('mark')}
                  </span>
                  <bdi>{title}</bdi>
                </p>
                {draft.project_id && <p className="text-sm text-content-muted">{t('edit')}</p>}
                <p className="text-sm text-content-muted">
                  {t('changed', { date: date(draft.updated_at), until: date(until) })}
                </p>
              </div>
              <Actions draft={draft} title={title} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

async function Actions({ draft, title }: { draft: DraftEntry; title: string }) {
  const t = await getTranslations('creator.drafts')
  return (
    <div className="ms-auto flex gap-2">
      <Link
        href={paths.draft(draft)}
        aria-label={t('continueLabel', { title: isolated(title) })}
        className={PRIMARY}
      >
        {t('continue')}
      </Link>
      <ButtonLink
        href={paths.deleteDraft(draft.id)}
        aria-label={t('deleteLabel', { title: isolated(title) })}
        variant="ghost"
        className="text-danger"
      >
        {t('delete')}
      </ButtonLink>
    </div>
  )
}
