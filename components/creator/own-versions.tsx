import { getFormatter, getTranslations } from 'next-intl/server'
import type { Kind } from '#lib/contract/kind.ts'
import type { Version } from '#lib/contract/publish.ts'
import { refusalWords } from './save-words.ts'
import { YankVersion } from './yank-version-client.tsx'

type Props = { kind: Kind; id: string; versions: Version[]; login: string }

/** The versions of one's own project, each to be withdrawn or offered again. */
export async function OwnVersions({ kind, id, versions, login }: Props) {
  const [t, own, format, refusals] = await Promise.all([
    getTranslations('creator.versions'),
    getTranslations('creator.own'),
    getFormatter(),
    refusalWords(),
  ])
  if (versions.length === 0) return null
  const offered = versions.filter(({ yanked_at }) => !yanked_at)
  return (
    <section aria-labelledby="own-versions" className="mt-16 max-w-3xl space-y-4">
      <div className="space-y-1">
        <h2 id="own-versions" className="font-display text-lg font-semibold">
          {t('title')}
        </h2>
        <p className="text-sm text-content-muted">{t('lead')}</p>
      </div>
      <ol className="divide-y divide-line border-y border-line">
        {versions.map(({ version, created_at, yanked_at, yank_reason: reason }) => (
          <li
            key={version}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
          >
            <div className="min-w-0 space-y-0.5">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-medium tabular-nums">
                  {yanked_at ? <s>{version}</s> : version}
                </span>
                {version === offered[0]?.version && (
                  <span className="text-sm text-accent">{t('present')}</span>
                )}
                <time dateTime={created_at} className="text-sm text-content-faint">
                  {format.dateTime(new Date(created_at), { dateStyle: 'medium' })}
                </time>
              </p>
              {yanked_at && (
                <p className="text-sm break-words text-content-muted">
                  {t('withdrawn')}
                  {reason && (
                    <>
                      {' '}
                      <bdi>{reason}</bdi>
                    </>
                  )}
                </p>
              )}
            </div>
            {!yanked_at && offered.length === 1 ? (
              <p className="text-sm text-content-faint">{t('last')}</p>
            ) : (
              <YankVersion
                kind={kind}
                id={id}
                version={version}
                isYanked={Boolean(yanked_at)}
                login={login}
                words={{
                  withdraw: t('withdraw'),
                  offer: t('offer'),
                  sure: t('sure', { version }),
                  warning: t('warning'),
                  reason: t('reason'),
                  reasonHelp: t('reasonHelp'),
                  keep: own('keep'),
                  doneWithdrawn: t('doneWithdrawn', { version }),
                  doneOffered: t('doneOffered', { version }),
                  withdrawLabel: t('withdrawLabel', { version }),
                  offerLabel: t('offerLabel', { version }),
                  tooLong: t('tooLong'),
                  refusals,
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
