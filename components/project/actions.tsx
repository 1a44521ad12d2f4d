import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Project } from '#lib/contract/project.ts'
import { installLink } from '#lib/project/install.ts'
import { sourceFile } from '#lib/project/source-file.ts'
import { InstallLink } from './record-client.tsx'

type Site = { siteUrl: string; appName: string; installTemplate: string }

/** Install and download, or why there is neither. On a phone it stays within reach of the thumb. */
export async function Actions({ project, site }: { project: Project; site: Site }) {
  const t = await getTranslations('detail')
  const source = sourceFile(project)
  if (!source) {
    return (
      <p className="rounded-key bg-surface-2 p-4 text-sm text-content-muted">{t('noSource')}</p>
    )
  }
  const url = new URL(source.href, site.siteUrl).href
  return (
    <div>
      <div
        data-thumb-bar
        className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:flex max-lg:gap-2 max-lg:border-t max-lg:border-line max-lg:bg-surface-0/95 max-lg:p-3 lg:space-y-2"
      >
        <InstallLink
          kind={project.kind}
          id={project.id}
          href={installLink(site.installTemplate, { kind: project.kind, id: project.id, url })}
          className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full`}
        >
          <Icon name="install" className="size-5" />
          <span className="truncate">{t('install', { app: site.appName })}</span>
        </InstallLink>
        <a
          href={source.href}
          download={source.from === 'upload' ? source.name : undefined}
          rel={source.from === 'upload' ? undefined : 'nofollow noopener'}
          aria-label={t('download')}
          className={`${buttonClass({ variant: 'secondary', size: 'lg' })} max-lg:px-4 lg:w-full lg:px-3`}
        >
          <Icon name="download" className="size-5" />
          <span className="max-lg:sr-only">{t('download')}</span>
        </a>
      </div>
      <details className="mt-3 text-sm text-content-muted">
        <summary className="cursor-pointer py-1 hover:text-content">{t('nothing.title')}</summary>
        <p className="pt-1 pb-2">{t('nothing.text', { app: site.appName })}</p>
      </details>
    </div>
  )
}
