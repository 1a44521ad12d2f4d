import { getLocale, getTranslations } from 'next-intl/server'
import { buttonClass, Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import type { Project } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { INSTALL_HELP, paths } from '#lib/paths.ts'
import { installLink } from '#lib/project/install.ts'
import { endingOf, listedFiles, type Offer, offersOf } from '#lib/project/source-file.ts'
import { FileLinks, FileRow, NoOffer, OtherSystems } from './no-offer.tsx'
import { PackageList } from './package-list.tsx'
import { InstallLink } from './install-link.tsx'
import { SendLink } from './send-link-client.tsx'

type Site = { siteUrl: string; appName: string; installTemplate: string }

type Props = { project: Project; site: Site }

/**
 * Install and download buttons, or what there is instead. Only those for the visitor's system are shown (app/globals.css); where it has none,
 * and without scripts, every package is listed.
 */
export async function Actions({ project, site }: Props) {
  const t = await getTranslations('detail')
  const offers = offersOf(project)
  if (offers.length === 0) return <NoOffer project={project} appName={site.appName} />
  const app = site.appName
  const packages = project.packages ?? []
  const released = packages.length > 0 ? [] : listedFiles(project)
  const isForAll = offers.some(({ system }) => system === 'all')
  return (
    <div>
      <Standing project={project} />
      {isForAll && offers.length === 1 ? (
        offers.map((offer) => <Bar key={offer.system} {...{ project, site, offer }} />)
      ) : (
        <div data-offers>
          {offers.map((offer) => (
            <div key={offer.system} data-offer={offer.system}>
              <Bar project={project} site={site} offer={offer} />
            </div>
          ))}
          {!isForAll && (
            <OtherSystems project={project} offers={offers}>
              <Send
                title={project.title}
                className={`${buttonClass({ variant: 'secondary', size: 'lg' })} w-full`}
              />
            </OtherSystems>
          )}
        </div>
      )}
      <span
        role="status"
        className="sr-only"
        // Hydration keeps what the island wrote (islands/install.ts).
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <OriginalFile file={project.file} />
      <details data-unopened suppressHydrationWarning className="fold mt-3">
        <summary>{t('nothing.title', { app })}</summary>
        <p className="py-1">{t('nothing.text', { app })}</p>
        <TextLink href={`${paths.faq}#${INSTALL_HELP}`} className="inline-block py-1">
          {t('nothing.help')}
        </TextLink>
      </details>
      {packages.length > 0 && (
        <details className="fold mt-2">
          <summary>{t('packages.all')}</summary>
          <PackageList packages={packages} />
        </details>
      )}
      {released.length > 1 && (
        <details className="fold mt-2">
          <summary>{t('packages.list')}</summary>
          <FileLinks files={released} />
        </details>
      )}
    </div>
  )
}

const isAdvisedAgainst = ({ deprecation, visibility }: Project) =>
  Boolean(deprecation) || visibility === 'archived'

/** That a project is deprecated or archived, beside its actions; the notice at the top has the reason. */
async function Standing({ project }: { project: Project }) {
  if (!isAdvisedAgainst(project)) return null
  const [t, card] = await getTexts('detail.status', 'card')
  return (
    <p className="standing icon-before icon-warning gap-2">
      {project.deprecation ? card('deprecated') : t('archived')}
    </p>
  )
}

/** Sticky on phones, where a link to send takes the place of “Install”, which needs a computer. */
async function Bar({ project, site, offer }: Props & { offer: Offer }) {
  const [t, os] = await getTexts('detail', 'os')
  const { kind, id, title } = project
  const { href, name, size, system } = offer
  const url = new URL(href, site.siteUrl).href
  const isOwn = offer.from === 'upload'
  const variant = isAdvisedAgainst(project) ? 'secondary' : 'primary'
  const primary = `${buttonClass({ variant, size: 'lg' })} w-full max-lg:px-3`
  return (
    <div data-thumb-bar>
      <InstallLink
        kind={kind}
        id={id}
        href={installLink(site.installTemplate, { kind, id, url })}
        className={primary}
      >
        <Icon name="install" className="size-5" />
        <span>{t('install', { app: site.appName })}</span>
      </InstallLink>
      <Send title={title} className={primary} />
      <a
        href={href}
        download={isOwn ? name : undefined}
        rel={isOwn ? undefined : 'nofollow noopener'}
        className={`${buttonClass({ variant: 'secondary', size: 'lg' })} max-lg:px-4 lg:w-full lg:px-3`}
      >
        <DownloadLabel file={{ name, size }} system={system === 'all' ? null : os(system)} />
      </a>
    </div>
  )
}

/** Sends the page to a computer. */
async function Send({ title, className }: { title: string; className: string }) {
  const t = await getTranslations('detail')
  return (
    <SendLink
      title={title}
      copied={t('sent')}
      failed={t('copyFailed')}
      className={`${className} needs-script`}
    >
      <Icon name="send" className="size-5" />
      <span>{t('send')}</span>
    </SendLink>
  )
}

type LabelProps = Pick<PreviewProps, 'file'> & { system: string | null }

/** “Download”, with the system, ending and size of the file, as far as they are known. */
async function DownloadLabel({ file, system }: LabelProps) {
  const [t, locale] = await Promise.all([getTranslations('detail'), getLocale()])
  return (
    <>
      <Icon name="download" className="size-5" />
      <span className="download">
        {t('download')}{' '}
        {file && (
          <small>
            {system !== null && <>{system} · </>}
            <bdi dir="ltr">{endingOf(file.name)}</bdi>
            {file.size !== null && (
              <>
                {' · '}
                <bdi>{formatBytes(file.size, locale)}</bdi>
              </>
            )}
          </small>
        )}
      </span>
    </>
  )
}

type PreviewProps = {
  appName: string
  /** The uploaded file, its size in bytes; `null` before there is one, and for plugins. */
  file: { name: string; size: number | null } | null
}

/** The buttons of a published project (`Actions`), disabled: there is nothing to install yet. */
export async function PreviewActions({ appName, file }: PreviewProps) {
  const t = await getTranslations('detail')
  return (
    <div data-thumb-bar>
      <Button disabled variant="primary" size="lg" className="w-full opacity-50 max-lg:px-3">
        <Icon name="install" className="size-5" />
        <span>{t('install', { app: appName })}</span>
      </Button>
      <Button
        disabled
        variant="secondary"
        size="lg"
        className="opacity-50 max-lg:px-4 lg:w-full lg:px-3"
      >
        <DownloadLabel file={file} system={null} />
      </Button>
    </div>
  )
}

/** Formats whose files are offered as they were uploaded: the licence cannot be added to them. */
const AS_UPLOADED = new Set<string | null | undefined>(['folder', 'opaque'])

/** The file as it was uploaded, where another one is installed; licence and credits beside each upload. */
export async function OriginalFile({ file }: Pick<Project, 'file'>) {
  const original = file?.original
  if (!original && !AS_UPLOADED.has(file?.format)) return null
  const [t, locale] = await Promise.all([getTranslations('detail'), getLocale()])
  return (
    <ul className="mt-3 divide-y divide-line overflow-hidden rounded-key border border-line text-sm">
      {original && (
        <FileRow
          href={original.url}
          download={original.name}
          label={t('original')}
          file={original}
          locale={locale}
        />
      )}
      {file?.license_url && (
        <li>
          <a
            href={file.license_url}
            className="flex min-h-11 items-center gap-2.5 px-3 py-2 hover:text-accent"
          >
            <Icon name="link" className="shrink-0 text-content-muted" />
            {t('credits')}
          </a>
        </li>
      )}
    </ul>
  )
}
