import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { Fragment, type ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { SetupForm } from '#components/setup/setup-form-client.tsx'
import { langOf } from '#lib/contract/language.ts'
import { OS_FILTERS } from '#lib/contract/list.ts'
import type { ShownField } from '#lib/contract/project-fields.ts'
import type { ShownProject } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { parseRepository } from '#lib/project/source-file.ts'
import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { urlPieces } from '#lib/contract/text.ts'

/** Requirements, licence, tags, statistics and links of a project. */
export async function Facts({ project }: { project: ShownProject }) {
  const [t, os, list, fit] = await getTexts('detail', 'os', 'list', 'fit')
  const format = await getFormatter()
  const date = (iso: string) => (
    <time dateTime={iso}>{format.dateTime(new Date(iso), { dateStyle: 'long' })}</time>
  )
  // In this order. A field that is shown among the facts does not compile without its entry.
  const facts: Record<ShownField<'facts'>, ReactNode> = {
    version: project.version !== '' && <Fact name={t('version')}>{project.version}</Fact>,
    minimum_version: project.minimum_version !== '' && (
      <Fact name={t('minimumVersion')}>{project.minimum_version}</Fact>
    ),
    operating_systems: (
      <Fact name={t('os')}>
        <span className="flex flex-wrap gap-x-3 gap-y-1 lg:justify-end">
          {project.operating_systems.map((system, at) => (
            <span key={system} className="flex items-center gap-1.5">
              {at > 0 && <span className="sr-only">, </span>}
              <Icon name={system} className="text-content-faint" /> {os(system)}
            </span>
          ))}
        </span>
      </Fact>
    ),
    updated_at: <Fact name={t('updated')}>{date(project.updated_at)}</Fact>,
    created_at: <Fact name={t('published')}>{date(project.created_at)}</Fact>,
    downloads: <Fact name={t('downloads')}>{format.number(project.downloads)}</Fact>,
    installs: <Fact name={t('installs')}>{format.number(project.installs)}</Fact>,
    views: <Fact name={t('views')}>{format.number(project.views)}</Fact>,
    demo: project.demo && (
      <div className="wide">
        <dt>{t('demo.title')}</dt>
        <dd className="text-content-muted">{t('demo.text')}</dd>
      </div>
    ),
    license: project.license && (
      <Fact name={t('license')}>
        <LicenseText license={project.license} url={project.file?.license_url} />
      </Fact>
    ),
    repository_url: <RepositoryFact name={t('repository')} address={project.repository_url} />,
    release: project.release && (
      <Fact name={t('release')}>
        <bdi dir="ltr" className="font-mono text-xs break-all">
          {project.release.tag}
        </bdi>
      </Fact>
    ),
    file: <FileFacts file={project.file} />,
    attribution: project.attribution && (
      <div className="wide">
        <dt>{t('attribution')}</dt>
        <dd dir="auto" lang={langOf(project)}>
          <LinkedText text={project.attribution} />
        </dd>
      </div>
    ),
  }
  return (
    <>
      {/* Hidden without scripts, which store the setup. */}
      <details className="fold needs-script-fold mb-3">
        <summary>{fit('title')}</summary>
        <SetupForm
          systems={OS_FILTERS.map((system) => [system, os(system)] as const)}
          labels={{
            os: t('os'),
            any: fit('any'),
            version: list('version'),
            save: fit('save'),
            forget: fit('forget'),
            help: list('versionHelp'),
          }}
        />
      </details>
      <dl className="facts">
        {Object.entries(facts).map(([name, fact]) => (
          <Fragment key={name}>{fact}</Fragment>
        ))}
      </dl>
    </>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The identifier of a licence, which leads to its text and credits. */
function LicenseText({ license, url }: { license: string; url: string | null | undefined }) {
  if (!url) return license
  return (
    <a href={url} className="underline underline-offset-4">
      {license}
    </a>
  )
}

function RepositoryFact({ name, address }: { name: string; address: string | null | undefined }) {
  const repository = parseRepository(address)
  if (!repository || !address) return null
  return (
    <Fact name={name}>
      <a
        href={address}
        rel="nofollow ugc noopener"
        dir="ltr"
        className="font-mono text-xs break-all underline underline-offset-4"
      >
        {repository.owner}/{repository.name}
      </a>
    </Fact>
  )
}

/** Size, format and hashes of a file; nothing without one. */
export async function FileFacts({ file }: Pick<ShownProject, 'file'>) {
  if (!file) return null
  const [t, formats] = await getTexts('detail', 'fileFormat')
  const locale = await getLocale()
  const { size, format, sha256, original } = file
  return (
    <>
      <Fact name={t('size')}>
        <bdi>{formatBytes(size, locale)}</bdi>
      </Fact>
      {format && format !== 'keystrip' && <Fact name={t('format')}>{formats(format)}</Fact>}
      {sha256 && <Hash name="SHA-256" label={t('copy')} hash={sha256} />}
      {original && (
        <Hash name={t('originalHash')} label={t('copyOriginal')} hash={original.sha256} />
      )}
    </>
  )
}

type Props = {
  name: string
  /** Of the button that copies it. */
  label: string
  hash: string
}

/** A hash among the facts of a project, with a button that copies it. */
async function Hash({ name, label, hash }: Props) {
  const t = await getTranslations('detail')
  return (
    <div className="wide">
      <dt className="flex items-center justify-between gap-2">
        {name}
        <CopyButton text={hash} label={label} copied={t('copied')} failed={t('copyFailed')} />
      </dt>
      <dd dir="ltr" className="font-mono text-xs break-all text-content-muted">
        {hash}
      </dd>
    </div>
  )
}

/** A web address in a text, without the punctuation behind it. */
const URL_IN_TEXT = /(https?:\/\/[^\s<>"]{1,500}[^\s<>".,;:!?)\]}'’」』）。，；：！？])/

/** A creator's plain text, its web addresses as links that break between their parts. */
export function LinkedText({ text }: { text: string }) {
  return text.split(URL_IN_TEXT).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part} rel="nofollow ugc noopener" className="underline underline-offset-4">
        {urlPieces(part).flatMap((piece, place) =>
          place === 0 ? [piece] : [<wbr key={place} />, piece],
        )}
      </a>
    ),
  )
}
