import { getLocale, getTranslations } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Project } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { platformName } from '#lib/i18n/platform-name.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import {
  endingOf,
  type ListedFile,
  listedFiles,
  type Offer,
  repositoryPage,
  sourceArchive,
} from '#lib/project/source-file.ts'

type Props = { project: Project; appName: string }
/** Systems that browsers name. */
const NAMED = ['windows', 'macos', 'linux'] as const

/** What a page has in place of “Install”, where there is no package: the release, its undecided packages, and the source text. */
export async function NoOffer({ project, appName }: Props) {
  // The notice at the top has the reason.
  if (project.repository_status) return null
  const t = await getTranslations('detail')
  const page = repositoryPage(project)
  if (!page) {
    return (
      <p className="rounded-key bg-surface-2 p-4 text-sm text-content-muted">{t('noSource')}</p>
    )
  }
  const files = project.packages_removed ? [] : listedFiles(project)
  const source = project.packages_removed ? null : sourceArchive(project)
  return (
    <div className="space-y-3">
      {source && (
        <p className="text-sm text-content-muted">
          {files.length > 0 ? t('packages.undecided') : t('packages.none', { app: appName })}
        </p>
      )}
      <FileLinks files={files} />
      <a
        href={page.href}
        rel="nofollow ugc noopener"
        className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full`}
      >
        <Icon name="link" className="size-5" />
        <span className="min-w-0 leading-tight">
          {t(page.isRelease ? 'openRelease' : 'openRepository')}
        </span>
      </a>
      {source && (
        <a
          href={source.href}
          rel="nofollow noopener"
          className={`${buttonClass({ variant: 'secondary' })} w-full`}
        >
          <Icon name="download" />
          <span>
            {t('packages.source')} <small dir="ltr">{endingOf(source.name)}</small>
          </span>
        </a>
      )}
    </div>
  )
}

type OtherProps = { project: Project; offers: Offer[]; children: ReactNode }

/**
 * Shown where a visitor's system has no package of its own, and without scripts: every package, none of them first (app/globals.css).
 * @param children what is possible on a phone.
 */
export async function OtherSystems({ project, offers, children }: OtherProps) {
  const [t, os] = await getTexts('detail.packages', 'os')
  const missing = NAMED.filter((system) => offers.every((offer) => offer.system !== system))
  return (
    <div data-offer="none" className="space-y-3">
      <div data-offers className="text-sm text-content-muted">
        {missing.map((system) => (
          <p key={system} data-offer={system}>
            {t('noneFor', { system: os(system) })}
          </p>
        ))}
        <p data-offer="none">{t('choose')}</p>
      </div>
      <FileLinks files={listedFiles(project)} />
      {children}
    </div>
  )
}

/** Links to packages with their systems. */
export async function FileLinks({ files }: { files: ListedFile[] }) {
  if (files.length === 0) return null
  const [t, os] = await getTexts('detail.packages', 'os')
  const locale = await getLocale()
  const nameOf = ({ platform }: ListedFile) =>
    platform === null || platform === 'none' ? t('unknown') : platformName(platform, os)
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-key border border-line text-sm">
      {files.map((file) => (
        <FileRow
          key={file.href}
          href={file.href}
          download={file.from === 'upload' ? file.name : undefined}
          rel={file.from === 'upload' ? undefined : 'nofollow noopener'}
          hint={t('download')}
          label={nameOf(file)}
          {...{ file, locale }}
        />
      ))}
    </ul>
  )
}

type RowProps = Pick<ComponentProps<'a'>, 'href' | 'download' | 'rel'> & {
  /** What the link does, for screen readers. */
  hint?: string
  label: string
  file: { name: string; size: number | null }
  locale: string
}

/** A row of a list of files: what a file is, above its name and size. */
export const FileRow = ({ hint, label, file: { name, size }, locale, ...link }: RowProps) => (
  <li>
    <a {...link} className="flex min-h-11 items-center gap-2.5 px-3 py-2 hover:text-accent">
      {hint && <span className="sr-only">{hint}</span>}
      <Icon name="download" className="shrink-0 text-content-muted" />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <small className="block text-xs wrap-anywhere text-content-muted">
          <bdi>{name}</bdi>
          {size !== null && (
            <>
              {' · '}
              <bdi>{formatBytes(size, locale)}</bdi>
            </>
          )}
        </small>
      </span>
    </a>
  </li>
)
