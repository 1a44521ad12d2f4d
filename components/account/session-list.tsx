import { getLocale, getTranslations } from 'next-intl/server'
import type { AccountSession } from '#lib/contract/account.ts'
import { AccountButton } from '#components/signed-in/account-button.tsx'

type Props = {
  sessions: AccountSession[]
  /** Path that the forms redirect to. */
  returnTo: string
}

/**
 * Sessions of an account, each with a button that ends it. Plain forms that work without scripts.
 */
export async function SessionList({ sessions, returnTo }: Props) {
  const [t, locale] = await Promise.all([getTranslations('account.sessions'), getLocale()])
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const when = (iso: string) => `${format.format(new Date(iso))} UTC`
  const deviceOf = ({ browser, system }: AccountSession) =>
    browser && system ? t('device', { browser, system }) : browser || system || t('unknown')
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm"
          >
            <div className="min-w-0 space-y-1 wrap-anywhere">
              <p className="font-medium">
                {deviceOf(session)}
                {session.current && (
                  <span className="ms-2 rounded-full border border-transparent bg-accent-soft px-2 py-0.5 text-xs text-accent">
                    {t('current')}
                  </span>
                )}
              </p>
              <p className="text-content-muted">
                <time dateTime={session.created_at}>
                  {t('since', { when: when(session.created_at) })}
                </time>
                <br />
                <time dateTime={session.used_at}>{t('used', { when: when(session.used_at) })}</time>
              </p>
            </div>
            {!session.current && (
              <AccountButton
                form="sessions"
                returnTo={returnTo}
                field={['id', session.id]}
                label={t('endLabel', {
                  device: deviceOf(session),
                  when: when(session.created_at),
                })}
              >
                {t('end')}
              </AccountButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <AccountButton form="sessions" returnTo={returnTo} field={['others', 'true']}>
          {t('others')}
        </AccountButton>
      )}
    </>
  )
}
