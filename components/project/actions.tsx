import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Project } from '#lib/contract/project.ts'
import { installLink } from '#lib/project/install.ts'
import { sourceFile } from '#lib/project/source-file.ts'
import { InstallLink } from './record-client.tsx'

type Site = { siteUrl: string; appName: string; installTemplate: string }

/** Install and download buttons, or why there are none. Sticky on phones. */
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
        className="max-lg:flex max-lg:gap-2 lg:space-y-2 max-lg:tall:fixed max-lg:tall:inset-x-0 max-lg:tall:bottom-0 max-lg:tall:z-20 max-lg:tall:border-t max-lg:tall:border-line max-lg:tall:bg-surface-0/95 max-lg:tall:p-3 contrast-more:max-lg:tall:bg-surface-0"
      >
        <InstallLink
          kind={project.kind}
          id={project.id}
          href={installLink(site.installTemplate, { kind: project.kind, id: project.id, url })}
          className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full min-w-0 max-lg:px-3`}
        >
          <Icon name="install" className="size-5" />
          <span className="leading-tight tall:truncate">{t('install', { app: site.appName })}</span>
        </InstallLink>
        <a
          href={source.href}
          download={source.from === 'upload' ? source.name : undefined}
          rel={source.from === 'upload' ? undefined : 'nofollow noopener'}
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
