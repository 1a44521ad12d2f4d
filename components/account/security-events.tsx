import { getTranslations } from 'next-intl/server'
import { When } from '#components/ui/when.tsx'
import { EVENT_DAYS, type SecurityEvents } from '#lib/contract/security/event.ts'

/** What concerned the security of the account lately, the newest first; closed at first. */
export async function SecurityEventList({ events }: { events: SecurityEvents['items'] }) {
  const t = await getTranslations('account.sessions')
  return (
    <details className="rounded-card border border-line bg-surface-1 text-sm">
      <summary className="cursor-pointer px-4 py-3 font-medium">
        {t('events', { days: String(EVENT_DAYS) })}
      </summary>
      {events.length === 0 ? (
        <p className="px-4 pb-3 text-content-muted">{t('noEvents')}</p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {events.map(({ at, event, browser, system }) => (
            <li
              key={`${at} ${event}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2"
            >
              <span className="font-medium">{t(`event.${event}`)}</span>
              <span className="ms-auto text-content-muted">
                {browser && system
                  ? t('device', { browser, system })
                  : browser || system || t('unknown')}
                {' · '}
                <When at={at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
