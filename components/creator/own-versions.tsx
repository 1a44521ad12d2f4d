import { getFormatter, getTranslations } from 'next-intl/server'
import type { ProjectOutcome } from '#lib/auth/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Version } from '#lib/contract/publish.ts'
import { ProjectNotice } from './project-notice.tsx'
import { YankVersion } from './yank-version-client.tsx'

type Props = {
  kind: Kind
  id: string
  versions: Version[]
  /** Result of a form that was posted without scripts, and the version that it concerned. */
  outcome: ProjectOutcome | null
  changed: string | undefined
}

/** The versions of one's own project, each with a button that withdraws it or offers it again. */
export async function OwnVersions({ kind, id, versions, outcome, changed }: Props) {
  const t = await getTranslations('creator.versions')
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
      <ProjectNotice kind={kind} outcome={outcome} version={changed} />
      <ol className="divide-y divide-line border-y border-line">
        {versions.map((entry) => (
          <li
            key={entry.version}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
          >
            <VersionText entry={entry} isPresent={entry.version === offered[0]?.version} />
            {!entry.yanked_at && offered.length === 1 ? (
              <p className="text-sm text-content-faint">{t('last')}</p>
            ) : (
              <YankVersion
                kind={kind}
                id={id}
                version={entry.version}
                isYanked={Boolean(entry.yanked_at)}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

async function VersionText({ entry, isPresent }: { entry: Version; isPresent: boolean }) {
  const [t, format] = await Promise.all([getTranslations('creator.versions'), getFormatter()])
  const { version, created_at, yanked_at, yank_reason: reason } = entry
  return (
    <div className="min-w-0 space-y-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium tabular-nums">{yanked_at ? <s>{version}</s> : version}</span>
        {isPresent && <span className="text-sm text-accent">{t('present')}</span>}
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
  )
}
