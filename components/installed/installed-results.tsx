import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useId } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { Update } from '#lib/contract/update/update.ts'
import { localePath } from '#lib/i18n/path.ts'
import type { AnsweredItem } from '#lib/installed/state.ts'
import { paths } from '#lib/paths.ts'

/** In the order in which they are shown. `yanked`: withdrawn, and nothing newer fits. */
const GROUPS = ['update', 'yanked', 'gone', 'unknown', 'current'] as const
type Group = (typeof GROUPS)[number]

const groupOf = ({ state, yanked }: Update): Group =>
  state === 'current' && yanked ? 'yanked' : state

type Props = {
  answers: AnsweredItem[]
  /** Names of files by their hash, as far as this browser has computed them. */
  names: ReadonlyMap<string, string>
}

/** What is newer, withdrawn, gone, unknown and current. */
export function InstalledResults({ answers, names }: Props) {
  const t = useTranslations('installed')
  const groups = Map.groupBy(answers, ({ update }) => groupOf(update))
  return (
    <div className="space-y-8">
      <p role="status" className="text-sm text-content-muted">
        {t('summary', { count: answers.length, updates: groups.get('update')?.length ?? 0 })}
      </p>
      {GROUPS.map((group) => {
        const found = groups.get(group)
        return found && <GroupOf key={group} group={group} answers={found} names={names} />
      })}
    </div>
  )
}

function GroupOf({ group, answers, names }: Props & { group: Group }) {
  const t = useTranslations('installed')
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="font-display text-lg font-semibold">
        {t(`group.${group}`)}{' '}
        <span className="font-normal text-content-muted tabular-nums">{answers.length}</span>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
        {answers.map(({ label, update }) => (
          <li key={label} className="space-y-2 px-4 py-3 text-sm">
            <Subject update={update} label={label} name={names.get(label)} />
            {update.yanked && <Withdrawn update={update} yanked={update.yanked} />}
            {update.update && <Newer update={update} newer={update.update} />}
            {update.withheld && (
              <p className="text-content-muted">
                {t(`withheld.${update.withheld.reason}`, { version: update.withheld.version })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type OfUpdate = { update: Update }

/** The project with a link, or what was asked about where there is none. */
function Subject({ update, label, name }: OfUpdate & { label: string; name: string | undefined }) {
  const locale = useLocale()
  const { project, version, update: newer } = update
  const asked = (
    <bdi
      dir="ltr"
      className={`min-w-0 wrap-anywhere ${name === undefined ? 'font-mono text-xs' : ''}`}
    >
      {name ?? label}
    </bdi>
  )
  if (!project) return asked
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <a
        href={localePath(locale, paths.detail(project))}
        lang={langOf(project)}
        dir="auto"
        className="min-w-0 font-medium wrap-anywhere underline underline-offset-4"
      >
        {project.title}
      </a>
      <span dir="ltr" className="tabular-nums">
        {version}
        {newer && (
          <>
            {' → '}
            <strong className="font-semibold text-success">{newer.version}</strong>
          </>
        )}
      </span>
      {(name !== undefined || !label.includes(' ')) && (
        <span className="min-w-0 text-content-muted">{asked}</span>
      )}
    </p>
  )
}

function Withdrawn({ update, yanked }: OfUpdate & { yanked: NonNullable<Update['yanked']> }) {
  const t = useTranslations('installed')
  const format = useFormatter()
  const { project, version } = update
  const date = format.dateTime(new Date(yanked.at), { dateStyle: 'medium' })
  return (
    <Notice tone="warning" title={t('yanked', { version: version ?? '', date })}>
      <bdi lang={project ? langOf(project) : undefined}>{yanked.reason || t('noReason')}</bdi>
    </Notice>
  )
}

function Newer({ update, newer }: OfUpdate & { newer: NonNullable<Update['update']> }) {
  const t = useTranslations('installed')
  const format = useFormatter()
  const locale = useLocale()
  const { project, version, yanked } = update
  const rights = newer.added_rights
  const asks = rights && [
    ...rights.permissions,
    ...(rights.network ? [t('network')] : []),
    ...(rights.native ? [t('native')] : []),
  ]
  return (
    <>
      {asks && asks.length > 0 && <p>{t('asks', { list: format.list(asks) })}</p>}
      {newer.notes !== '' && (
        <details className="fold">
          <summary>{t('notes')}</summary>
          <p
            lang={project ? langOf(project) : undefined}
            dir="auto"
            className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere text-content-muted"
          >
            {newer.notes}
          </p>
        </details>
      )}
      {/* A withdrawn version is not compared. */}
      {project && version !== null && !yanked && (
        <p>
          <a
            href={localePath(locale, paths.compare(project, version, newer.version))}
            className="underline underline-offset-4"
          >
            {t('compare', { version })}
          </a>
        </p>
      )}
    </>
  )
}
