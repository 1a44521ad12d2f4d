import { getFormatter } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { paths } from '#lib/paths.ts'
import { Fact, FileFacts } from './facts.tsx'
import { PackageList } from './package-list.tsx'
import { CompareLink, Files, Notes, toFiles, Withdrawn } from './versions.tsx'

/** What a version needs, as far as it is known for that version. */
type Needs = Partial<Pick<Project, 'operating_systems' | 'minimum_version'>>
type Props = {
  project: Project
  version: Version & Needs
  /** The next lower version that is offered. */
  before: string | undefined
}

/** One version of a project: its state, file, notes, and what it needs. */
export async function OneVersion({ project, version, before }: Props) {
  const [t, labels] = await getTexts('detail.versions', 'prose')
  const { html } = await renderMarkdown(version.notes, 'notes')
  const { version: number, notes, yanked_at: yankedAt, yank_reason: reason } = version
  const { file, packages = [] } = version
  const lang = langOf(project)
  const isOffered = !yankedAt
  return (
    <div className="grid max-w-prose gap-8">
      {yankedAt && (
        <Notice tone="warning">
          <Withdrawn at={yankedAt} />
          {reason && (
            <span lang={lang} dir="auto" className="mt-1 block wrap-anywhere">
              {reason}
            </span>
          )}
        </Notice>
      )}
      <p>
        {number === project.version ? (
          t('isPresent')
        ) : (
          <TextLink href={paths.detail(project)} className="inline-block py-1">
            {t('toPresent', { version: project.version })}
          </TextLink>
        )}
      </p>
      {isOffered && file && (
        <p className="flex flex-wrap">
          <Files version={number} files={toFiles(file, null)} />
        </p>
      )}
      {isOffered && packages && packages.length > 0 && <PackageList packages={packages} />}
      <Notes {...{ notes, lang, labels }} html={html === '' ? undefined : html} prefix="v" />
      {!notes && <p className="text-content-faint">{t('none')}</p>}
      <VersionFacts project={project} version={version} />
      <p className="flex flex-wrap gap-x-6">
        {isOffered && <CompareLink of={project} version={number} before={before} />}
        <TextLink href={paths.versionInList(project, number)} className="inline-block py-1">
          {t('all')}
        </TextLink>
      </p>
    </div>
  )
}

/** Date, requirements, size and hash of a version. */
async function VersionFacts({ project, version }: Pick<Props, 'project' | 'version'>) {
  const [t, os] = await getTexts('detail', 'os')
  const format = await getFormatter()
  const { created_at: createdAt, channel, file } = version
  const needs: Needs = version.version === project.version ? { ...project, ...version } : version
  const { minimum_version: minimum, operating_systems: systems = [] } = needs
  return (
    <dl className="facts">
      <Fact name={t('published')}>
        <time dateTime={createdAt}>
          {format.dateTime(new Date(createdAt), { dateStyle: 'long' })}
        </time>
        {channel === 'prerelease' && <> · {t('versions.prerelease')}</>}
      </Fact>
      {minimum && <Fact name={t('minimumVersion')}>{minimum}</Fact>}
      {systems.length > 0 && (
        <Fact name={t('os')}>
          {systems.map((system, at) => (
            <span key={system} className="ms-3 inline-flex items-center gap-1.5">
              {at > 0 && <span className="sr-only">, </span>}
              <Icon name={system} className="text-content-faint" /> {os(system)}
            </span>
          ))}
        </Fact>
      )}
      <FileFacts file={file && { ...file, format: undefined }} />
    </dl>
  )
}
