import { getTranslations, getFormatter } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ButtonLink, TextLink } from '#components/ui/link.tsx'
import type { AccessToken } from '#lib/contract/access-token.ts'
import { langOf } from '#lib/contract/language.ts'
import type { Project } from '#lib/contract/project.ts'
import type { ProjectLog } from '#lib/contract/project-log.ts'
import { paths } from '#lib/paths.ts'
import { Section } from '#components/ui/section.tsx'

type Props = {
  project: Project
  /** `null` if the backend keeps no log. */
  log: ProjectLog | null
  /** Tokens of the account; `null` if the backend has none. */
  tokens: AccessToken[] | null
  /** Section with visibility and deprecation. */
  status: ReactNode
  /** Section with the trusted publishers. */
  publishers: ReactNode
  /** Section with the releases of a plugin. */
  releases: ReactNode
}

/** Where a project is shown, how it is published by programs, and what was done to it. */
export async function ProjectSettings({ project, log, tokens, ...sections }: Props) {
  const { status, publishers, releases } = sections
  const t = await getTranslations('creator.settings')
  const { kind, id, title } = project
  return (
    <div data-kind={kind} className="mx-auto max-w-2xl space-y-12 pt-4">
      <header className="space-y-3">
        <p className="text-sm text-content-muted">{t('title')}</p>
        <h1
          className="font-display text-2xl font-bold text-balance wrap-anywhere"
          lang={langOf(project)}
          dir="auto"
        >
          {title}
        </h1>
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <TextLink href={paths.detail(project)}>{t('page')}</TextLink>
          <TextLink href={paths.edit(kind, { id })}>{t('edit')}</TextLink>
        </p>
      </header>
      {status}
      {releases}
      {publishers}
      {tokens && <Programs project={project} tokens={tokens} />}
      {log && (
        <Section title={t('log.title')} lead={t('log.lead')}>
          <LogEntries entries={log.items} />
        </Section>
      )}
    </div>
  )
}

/** Tokens that may publish this project, and a link that creates one for it alone. */
async function Programs({ project, tokens }: { project: Project; tokens: AccessToken[] }) {
  const t = await getTranslations('creator.settings.programs')
  const own = tokens.filter((token) => token.project?.id === project.id)
  return (
    <Section title={t('title')} lead={t('lead')}>
      {own.length > 0 && (
        <ul className="space-y-1 text-sm">
          {own.map(({ id, name, ending }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
              <bdi className="font-medium">{name}</bdi>
              <code dir="ltr" className="text-xs text-content-muted">
                …{ending}
              </code>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
        <ButtonLink href={paths.newToken(project)} variant="secondary">
          {t('new')}
        </ButtonLink>
        <TextLink href={`${paths.account()}#tokens`}>{t('all')}</TextLink>
      </p>
    </Section>
  )
}

type Entry = ProjectLog['items'][number]

/** What was done to a project, newest first, by whom and with which access token. */
async function LogEntries({ entries }: { entries: Entry[] }) {
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
