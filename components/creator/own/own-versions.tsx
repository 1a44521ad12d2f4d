import { getFormatter, getTranslations } from 'next-intl/server'
import type { ProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Version } from '#lib/contract/publish.ts'
import type { ProjectStatus } from '#lib/contract/status.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/paths.ts'
import { isPrerelease } from '#lib/contract/version/version.ts'
import { ProjectNotice } from './project-notice.tsx'
import { VersionDialog, YankVersion } from './version-dialog-client.tsx'
import { versionButton } from './version-button.ts'
import { VersionForm } from './version-form-client.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = {
  kind: Kind
  id: string
  versions: Version[]
  /** What only the author sees; `null` if the backend leaves it out. */
  status: ProjectStatus | null
  /** The current version. */
  current: string
  /** Result of a form that was posted without scripts, and the version that it concerned. */
  outcome: ProjectOutcome | null
  changed: string | undefined
}

/** The versions of one's own project, each with the buttons that change it. */
export async function OwnVersions({ kind, id, versions, outcome, changed, ...props }: Props) {
  const { status, current } = props
  const { scheduled = [], held = [], discardable = [], discarded = [] } = status ?? {}
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
        {discardable.length > 0 && offered.length > 1 && (
          <p className="text-sm text-content-muted">{t('discardHelp')}</p>
        )}
      </div>
      <ProjectNotice kind={kind} outcome={outcome} version={changed} />
      {scheduled.length > 0 && <Scheduled kind={kind} id={id} scheduled={scheduled} />}
      {held.length > 0 && <Held kind={kind} id={id} held={held} />}
      <ol className="divide-y divide-line border-y border-line">
        {versions.map((entry) => (
          <li
            key={entry.version}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
          >
            <VersionText entry={entry} isPresent={entry.version === current} />
            <VersionButtons
              {...{ kind, id, entry }}
              isLast={!entry.yanked_at && offered.length === 1}
              isDiscardable={
                discardable.some(({ version }) => version === entry.version) &&
                offered.some(({ version }) => version !== entry.version)
              }
            />
          </li>
        ))}
      </ol>
      {discarded.length > 0 && <Discarded discarded={discarded} />}
    </section>
  )
}

type ButtonsProps = Pick<Props, 'kind' | 'id'> & {
  entry: Version
  /** The only version that is still offered. */
  isLast: boolean
  isDiscardable: boolean
}

/** What can be done to a version. */
async function VersionButtons({ kind, id, entry, isLast, isDiscardable }: ButtonsProps) {
  const t = await getTranslations('creator.versions')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link
        href={paths.notes({ kind, id }, entry.version)}
        aria-label={t('notesLabel', { version: entry.version })}
        className={versionButton}
      >
        {t('notes')}
      </Link>
      {entry.channel === 'prerelease' && !isPrerelease(entry.version) && (
        <VersionForm
          {...{ kind, id, version: entry.version }}
          change="promoted"
          label={t('promote')}
          name={t('promoteLabel', { version: entry.version })}
        />
      )}
      {isLast ? (
        <p className="text-sm text-content-faint">{t('last')}</p>
      ) : (
        <YankVersion
          kind={kind}
          id={id}
          version={entry.version}
          isYanked={Boolean(entry.yanked_at)}
        />
      )}
      {isDiscardable && (
        <VersionDialog {...{ kind, id, version: entry.version }} change="discarded" />
      )}
    </div>
  )
}

/** Tombstones of the versions that the author has discarded. */
async function Discarded({ discarded }: { discarded: NonNullable<ProjectStatus['discarded']> }) {
  const [t, format] = await Promise.all([getTranslations('creator.versions'), getFormatter()])
  return (
    <div className="space-y-1">
      <h3 className="text-sm font-medium">{t('discardedTitle')}</h3>
      <ul className="space-y-1">
        {discarded.map(({ version, discarded_at, reason }) => (
          <li key={version} className="text-sm break-words text-content-muted">
            <s className="wrap-anywhere tabular-nums">{version}</s>{' '}
            <time dateTime={discarded_at}>
              {t('discardedOn', {
                date: format.dateTime(new Date(discarded_at), { dateStyle: 'medium' }),
              })}
            </time>{' '}
            <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Look of a version that waits. */
const waiting =
  'flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-card border bg-surface-1 px-4 py-3'

type ScheduledProps = Pick<Props, 'kind' | 'id'> & Pick<ProjectStatus, 'scheduled'>

/** Versions that wait for their time, each with buttons that publish it now or discard it. */
async function Scheduled({ kind, id, scheduled }: ScheduledProps) {
  const [t, format] = await Promise.all([getTranslations('creator.versions'), getFormatter()])
  return (
    <ol className="space-y-2">
      {scheduled.map(({ version, publish_at, channel }) => (
        <li key={version} className={`${waiting} border-info/50`}>
          <div className="min-w-0 space-y-0.5">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 font-medium wrap-anywhere tabular-nums">{version}</span>
              {channel === 'prerelease' && (
                <span className="text-sm text-info">{t('prerelease')}</span>
              )}
            </p>
            <p className="text-sm text-content-muted">
              <time dateTime={publish_at}>
                {t('scheduledFor', {
                  date: format.dateTime(new Date(publish_at), {
                    dateStyle: 'long',
                    timeStyle: 'long',
                    timeZone: 'UTC',
                  }),
                })}
              </time>
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <VersionForm
              {...{ kind, id, version }}
              change="published"
              label={t('publishNow')}
              name={t('publishNowLabel', { version })}
            />
            <VersionDialog {...{ kind, id, version }} change="cancelled" />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Versions that wait for the operator, each with a button that discards it. */
async function Held({ kind, id, held }: Pick<Props, 'kind' | 'id'> & Pick<ProjectStatus, 'held'>) {
  const t = await getTranslations('creator.versions')
  return (
    <ol className="space-y-2">
      {held.map((version) => (
        <li key={version} className={`${waiting} border-warning/60`}>
          <div className="min-w-0 flex-1 basis-60 space-y-0.5">
            <p className="font-medium wrap-anywhere tabular-nums">{version}</p>
            <p className="text-sm text-content-muted">{t('held')}</p>
          </div>
          <VersionDialog {...{ kind, id, version }} change="cancelled" />
        </li>
      ))}
    </ol>
  )
}

async function VersionText({ entry, isPresent }: { entry: Version; isPresent: boolean }) {
  const [t, list] = await getTexts('creator.versions', 'detail.versions')
  const format = await getFormatter()
  const { version, created_at, yanked_at, yank_reason: reason } = entry
  const dateOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' })
  return (
    <div className="min-w-0 space-y-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-medium wrap-anywhere tabular-nums">
          {yanked_at ? <s>{version}</s> : version}
        </span>
        {yanked_at && (
          <span className="text-sm text-warning">
            {list.rich('withdrawnOn', {
              date: () => <time dateTime={yanked_at}>{dateOf(yanked_at)}</time>,
            })}
          </span>
        )}
        {entry.channel === 'prerelease' && (
          <span className="text-sm text-info">{t('prerelease')}</span>
        )}
        {isPresent && <span className="text-sm text-accent">{t('present')}</span>}
        <time dateTime={created_at} className="text-sm text-content-faint">
          {dateOf(created_at)}
        </time>
      </p>
      {yanked_at && reason && (
        <p dir="auto" className="text-sm break-words text-content-muted">
          {reason}
        </p>
      )}
    </div>
  )
}
