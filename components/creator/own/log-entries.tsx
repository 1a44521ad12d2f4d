import { getFormatter, getTranslations } from 'next-intl/server'
import type { ProjectLog } from '#lib/contract/project-log.ts'

type Entry = ProjectLog['items'][number]

/** What was done to a project, newest first, by whom and with which access token. */
export async function LogEntries({ entries }: { entries: Entry[] }) {
  const [t, format] = await Promise.all([getTranslations('creator.settings.log'), getFormatter()])
  if (entries.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ol className="divide-y divide-line border-y border-line">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.event} ${entry.version ?? ''}`} className="py-3 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">
              {t(`event.${entry.event}`, { version: entry.version ?? '' })}
            </span>
            <time dateTime={entry.at} className="text-content-faint tabular-nums">
              {format.dateTime(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </p>
          <p className="wrap-anywhere text-content-muted">
            {entry.by === null ? t('nobody') : <bdi>{entry.by}</bdi>}
            {entry.token !== null && (
              <>
                {' · '}
                {t.rich('token', { name: entry.token, mark: (name) => <bdi>{name}</bdi> })}
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
