import { getTranslations } from 'next-intl/server'
import type { ReportMessage, ReportParty } from '#lib/contract/admin/report.ts'
import { When } from '#components/ui/when.tsx'

type Props = {
  messages: readonly (ReportMessage & { by?: string })[]
  /** Who reads. */
  reader: ReportParty
}

/** What was asked and answered about a report. */
export async function Thread({ messages, reader }: Props) {
  const t = await getTranslations('report')
  if (messages.length === 0) return null
  return (
    <ol aria-label={t('messages')} className="space-y-3">
      {messages.map(({ at, from, text, by }, place) => (
        <li
          key={place}
          className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm wrap-anywhere"
        >
          <p className="mb-1 flex flex-wrap justify-between gap-x-4 text-xs text-content-muted">
            <span>
              {from === reader && reader !== 'moderator' ? t('you') : t(`party.${from}`)}
              {by && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </span>
            <When at={at} />
          </p>
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
