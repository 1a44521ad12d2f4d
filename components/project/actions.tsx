import { getLocale, getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Project } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { pages } from '#lib/paths.ts'
import { installLink } from '#lib/project/install.ts'
import { endingOf, sourceFile } from '#lib/project/source-file.ts'
import { InstallLink } from './record-client.tsx'
import { SendLink } from './send-link-client.tsx'

type Site = { siteUrl: string; appName: string; installTemplate: string }

/**
 * Install and download buttons, or why there are none. Sticky on phones, where a link to send takes the place of
 * “Install”, which needs a computer.
 */
export async function Actions({ project, site }: { project: Project; site: Site }) {
  const [t, locale] = await Promise.all([getTranslations('detail'), getLocale()])
  const source = sourceFile(project)
  if (!source) {
    return (
      <p className="rounded-key bg-surface-2 p-4 text-sm text-content-muted">{t('noSource')}</p>
    )
  }
  const url = new URL(source.href, site.siteUrl).href
  const app = site.appName
  const primary = `${buttonClass({ variant: 'primary', size: 'lg' })} w-full min-w-0 max-lg:px-3`
  return (
    <div>
      <div data-thumb-bar>
        <InstallLink
          kind={project.kind}
          id={project.id}
          href={installLink(site.installTemplate, { kind: project.kind, id: project.id, url })}
          className={primary}
        >
          <Icon name="install" className="size-5" />
          <span className="leading-tight tall:truncate">{t('install', { app })}</span>
        </InstallLink>
        <SendLink
          title={project.title}
          copied={t('sent')}
          failed={t('copyFailed')}
          className={`${primary} needs-script`}
        >
          <Icon name="send" className="size-5" />
          <span className="leading-tight">{t('send')}</span>
        </SendLink>
        <a
          href={source.href}
          download={source.from === 'upload' ? source.name : undefined}
          rel={source.from === 'upload' ? undefined : 'nofollow noopener'}
          className={`${buttonClass({ variant: 'secondary', size: 'lg' })} max-lg:px-4 lg:w-full lg:px-3`}
        >
          <Icon name="download" className="size-5" />
          <span className="download">
            {t('download')}{' '}
            <small>
              <bdi dir="ltr">{endingOf(source.name)}</bdi>
              {project.file && (
                <>
                  {' · '}
                  <bdi>{formatBytes(project.file.size, locale)}</bdi>
                </>
              )}
            </small>
          </span>
        </a>
      </div>
      <span
        role="status"
        className="sr-only"
        // Hydration keeps what the island wrote (islands/install.ts).
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <details data-unopened suppressHydrationWarning className="fold mt-3">
        <summary>{t('nothing.title', { app })}</summary>
        <p className="py-1">{t('nothing.text', { app })} </p>
        <Link href={pages.faq} className="inline-block py-1 underline underline-offset-4">
          {t('nothing.help')}
        </Link>
      </details>
    </div>
  )
}
