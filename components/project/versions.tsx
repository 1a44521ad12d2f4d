import type { ComponentProps } from 'react'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { Link, TextLink } from '#components/ui/link.tsx'
import { offeredBelow } from '#lib/contract/version/offered-below.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths, versionAnchor } from '#lib/paths.ts'
import type { PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import type { Version } from '#lib/contract/publish.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { type SetupNeeds, OtherNeeds } from './other-setups.tsx'
import { Platform } from './package-list.tsx'

/** The newest versions whose notes are rendered as Markdown; earlier notes are shown as they are. */
const RENDERED_MAX = 10

type Props = {
  /** The project whose versions can be compared, and what its current one needs; none before it is published. */
  of?: ({ kind: Kind; id: string } & SetupNeeds) | undefined
  versions: Version[]
  /** The current version. */
  current: string
  lang: string
}

/** Versions of the project: date, notes and file of each. */
export async function Versions({ versions, current, lang, of }: Props) {
  if (versions.length < 2 && !versions[0]?.notes) return null
  const [t, labels] = await getTexts('detail.versions', 'prose')
  const [format, rendered] = await Promise.all([
    getFormatter(),
    Promise.all(versions.slice(0, RENDERED_MAX).map(({ notes }) => renderMarkdown(notes, 'notes'))),
  ])
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-4 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {versions.map(
          (
            { version, channel, created_at, notes, file, packages, yanked_at, yank_reason: reason },
            at,
          ) => (
            <li
              key={version}
              id={versionAnchor(version)}
              className={
                packages && packages.length > 1
                  ? 'space-y-4 py-4'
                  : 'flex items-start justify-between gap-6 py-4'
              }
            >
              <div className="min-w-0 space-y-1">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <VersionNumber of={of} version={version} isWithdrawn={Boolean(yanked_at)} />
                  {yanked_at && (
                    <span className="text-sm text-warning">
                      <Withdrawn at={yanked_at} />
                    </span>
                  )}
                  {channel === 'prerelease' && (
                    <span className="text-sm text-info">{t('prerelease')}</span>
                  )}
                  {version === current && (
                    <span className="text-sm text-accent">{t('present')}</span>
                  )}
                  <time dateTime={created_at} className="text-sm text-content-faint">
                    {format.dateTime(new Date(created_at), { dateStyle: 'medium' })}
                  </time>
                </p>
                <OtherNeeds of={of} version={versions[at]} />
                {yanked_at && reason && (
                  <p dir="auto" lang={lang} className="text-sm break-words">
                    {reason}
                  </p>
                )}
                <Notes
                  {...{ notes, lang, labels }}
                  html={rendered[at]?.html}
                  prefix={`v${versions.length - at}`}
                />
                {!notes && !reason && <p className="text-sm text-content-faint">{t('none')}</p>}
                {of && !yanked_at && (
                  <CompareLink of={of} version={version} before={offeredBelow(versions, at)} />
                )}
              </div>
              {!yanked_at && <Files version={version} files={toFiles(file, packages)} />}
            </li>
          ),
        )}
      </ol>
      {of && <HistoryLink of={of} />}
    </section>
  )
}

type NumberProps = { of: Props['of']; version: string; isWithdrawn: boolean }

/** The number of a version, which leads to its page, and the address of its place in the list, to be copied. */
async function VersionNumber({ of, version, isWithdrawn }: NumberProps) {
  const t = await getTranslations('detail.versions')
  const shown = isWithdrawn ? <s>{version}</s> : version
  const look = 'min-w-0 font-medium wrap-anywhere tabular-nums'
  if (!of) return <span className={look}>{shown}</span>
  return (
    <span className={look}>
      <Link href={paths.version(of, version)} rel="nofollow" className="py-1 hover:underline">
        {shown}
      </Link>
      <a
        href={`#${versionAnchor(version)}`}
        aria-label={t('link', { version })}
        className="ms-1 inline-block p-1 align-middle text-content-faint hover:text-content"
      >
        <Icon name="link" className="size-3.5" />
      </a>
    </span>
  )
}

/** That a version is withdrawn, and since when. */
export async function Withdrawn({ at }: { at: string }) {
  const [t, format] = await Promise.all([getTranslations('detail.versions'), getFormatter()])
  const date = format.dateTime(new Date(at), { dateStyle: 'medium' })
  return t.rich('withdrawnOn', { date: () => <time dateTime={at}>{date}</time> })
}

type Compared = { of: { kind: Kind; id: string }; version: string; before: string | undefined }

export async function CompareLink({ of, version, before: earlier }: Compared) {
  const t = await getTranslations('detail.compare')
  if (earlier === undefined) return null
  return (
    <TextLink href={paths.compare(of, earlier, version)} className="inline-block py-1">
      {t('link', { version: earlier })}
    </TextLink>
  )
}

async function HistoryLink({ of }: Pick<Compared, 'of'>) {
  const t = await getTranslations('detail.history')
  return (
    <TextLink href={paths.history(of)} className="inline-block py-1">
      {t('title')}
    </TextLink>
  )
}

type File = {
  platform: PackagePlatform | null
  url: string
  size: number
  /** Address of the uploaded file, if another one is installed. */
  original?: string | undefined
}

/** The file of a version, or its packages; a single one for all systems needs no name. */
export function toFiles(file: Version['file'], packages: Version['packages']): File[] {
  if (file)
    return [{ platform: null, url: file.url, size: file.size, original: file.original?.url }]
  return (packages ?? []).map(({ platform, file: { url, size } }, _, { length }) => ({
    platform: platform === 'universal' && length === 1 ? null : platform,
    url,
    size,
  }))
}

/** One file beside the notes; several below them, where there is room. */
export async function Files({ version, files }: { version: string; files: File[] }) {
  const [t, detail] = await getTexts('detail.versions', 'detail')
  const locale = await getLocale()
  const isOne = files.length < 2
  const links = files.map(({ platform, url, size }) => (
    <a
      key={url}
      href={url}
      download
      className={`${buttonClass({ variant: 'secondary' })} tabular-nums ${isOne ? 'shrink-0' : 'w-full'}`}
    >
      <Icon name="download" />
      <span className="sr-only">{`${t('download', { version })}, `}</span>
      {platform && <Platform platform={platform} />}
      <bdi className={isOne ? undefined : 'ms-auto'}>{formatBytes(size, locale)}</bdi>
    </a>
  ))
  const original = files[0]?.original
  if (original) {
    return (
      <p className="flex shrink-0 flex-col items-end gap-1.5">
        {links}
        <a
          href={original}
          download
          aria-label={t('original', { version })}
          className="py-1 text-xs text-content-muted underline underline-offset-4 hover:text-content"
        >
          {detail('original')}
        </a>
      </p>
    )
  }
  if (isOne) return links
  return (
    <ul className="grid w-full gap-2 sm:flex sm:flex-wrap">
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  )
}

type NotesProps = Pick<ComponentProps<typeof Prose>, 'prefix' | 'labels'> & {
  notes: string
  html: string | undefined
  lang: string
}

export function Notes({ notes, html, lang, ...shown }: NotesProps) {
  if (html) return <Prose {...shown} html={html} lang={lang} className="notes" />
  if (!notes) return null
  return (
    <p dir="auto" lang={lang} className="notes whitespace-pre-line">
      {notes}
    </p>
  )
}
