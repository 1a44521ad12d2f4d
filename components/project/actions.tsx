import { getLocale, getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import type { Project } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { pages } from '#lib/paths.ts'
import { installLink } from '#lib/project/install.ts'
import { endingOf, type Offer, offersOf, repositoryPage } from '#lib/project/source-file.ts'
import { OriginalFile } from './original-file.tsx'
import { PackageList } from './package-list.tsx'
import { InstallLink } from './record-client.tsx'
import { SendLink } from './send-link-client.tsx'

type Site = { siteUrl: string; appName: string; installTemplate: string }

type Props = { project: Project; site: Site }

/**
 * Install and download buttons, or why there are none. Of several systems those for the visitor's are shown (app/globals.css), without
 * scripts those of the first.
 */
export async function Actions({ project, site }: Props) {
  const t = await getTranslations('detail')
  const offers = offersOf(project)
  if (offers.length === 0) {
    // The notice at the top says why.
    if (project.repository_status) return null
    const page = repositoryPage(project)
    if (page) {
      return (
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
      )
    }
    return (
      <p className="rounded-key bg-surface-2 p-4 text-sm text-content-muted">{t('noSource')}</p>
    )
  }
  const app = site.appName
  const packages = project.packages ?? []
  return (
    <div>
      {offers.length === 1 ? (
        offers.map((offer) => <Bar key={offer.system} {...{ project, site, offer }} />)
      ) : (
        <div data-offers>
          {offers.map((offer) => (
            <div key={offer.system} data-offer={offer.system}>
              <Bar project={project} site={site} offer={offer} />
            </div>
          ))}
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
        <p className="py-1">{t('nothing.text', { app })} </p>
        <TextLink href={pages.faq} className="inline-block py-1">
          {t('nothing.help')}
        </TextLink>
      </details>
      {packages.length > 0 && (
        <details className="fold mt-2">
          <summary>{t('packages.all')}</summary>
          <PackageList packages={packages} />
        </details>
      )}
    </div>
  )
}

/** Sticky on phones, where a link to send takes the place of “Install”, which needs a computer. */
async function Bar({ project, site, offer }: Props & { offer: Offer }) {
  const [t, os, locale] = await Promise.all([
    getTranslations('detail'),
    getTranslations('os'),
    getLocale(),
  ])
  const { kind, id, title } = project
  const { href, name, size, system } = offer
  const url = new URL(href, site.siteUrl).href
  const isOwn = offer.from === 'upload'
  const primary = `${buttonClass({ variant: 'primary', size: 'lg' })} w-full min-w-0 max-lg:px-3`
  return (
    <div data-thumb-bar>
      <InstallLink
        kind={kind}
        id={id}
        href={installLink(site.installTemplate, { kind, id, url })}
        className={primary}
      >
        <Icon name="install" className="size-5" />
        <span className="leading-tight tall:truncate">{t('install', { app: site.appName })}</span>
      </InstallLink>
      <SendLink
        title={title}
        copied={t('sent')}
        failed={t('copyFailed')}
        className={`${primary} needs-script`}
      >
        <Icon name="send" className="size-5" />
        <span className="leading-tight">{t('send')}</span>
      </SendLink>
      <a
        href={href}
        download={isOwn ? name : undefined}
        rel={isOwn ? undefined : 'nofollow noopener'}
        className={`${buttonClass({ variant: 'secondary', size: 'lg' })} max-lg:px-4 lg:w-full lg:px-3`}
      >
        <Icon name="download" className="size-5" />
        <span className="download">
          {t('download')}{' '}
          <small>
            {system !== 'all' && <>{os(system)} · </>}
            <bdi dir="ltr">{endingOf(name)}</bdi>
            {size !== null && (
              <>
                {' · '}
                <bdi>{formatBytes(size, locale)}</bdi>
              </>
            )}
          </small>
        </span>
      </a>
    </div>
  )
}
