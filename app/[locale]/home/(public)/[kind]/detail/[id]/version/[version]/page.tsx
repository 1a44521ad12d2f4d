import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { OneVersion } from '#components/project/one-version.tsx'
import { ProjectFrame } from '#components/project/project-frame.tsx'
import { readProject, readVersion } from '#lib/catalogue/server.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { isListed } from '#lib/contract/project.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { paths } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

type Props = PageProps<'/[locale]/home/[kind]/detail/[id]/version/[version]'>

/** 404 for a version that is not public, or of another project. */
const find = cache(async (path: string, id: string, number: string) => {
  const kind = kindOfPath(path)
  const version = versionSchema.safeParse(number).data
  if (!kind || version === undefined) notFound()
  const [project, found] = await Promise.all([
    readProject(kind, id),
    readVersion({ kind, id }, version),
  ])
  if (!project || !found) notFound()
  return { project, ...found }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, kind, id, version } = await params
  const [t, { project }] = await Promise.all([getTranslations(), find(kind, id, version)])
  return pageMetadata(t, {
    locale,
    // The canonical address is that of the project: search engines do not list each of its versions.
    path: paths.detail(project),
    title: `${t('detail.versions.one', { version })} · ${project.title}`,
    description: t('detail.versions.meta', { version, title: isolated(project.title) }),
    card: project,
    isIndexed: isListed(project),
  })
}

/** One version of a project; the middleware rewrites to this path (docs/decisions/0201-leave-zeros-out-and-give-versions-addresses.md). */
export default async function VersionPage({ params }: Props) {
  const { kind, id, version } = await params
  const [{ project, ...found }, t] = await Promise.all([
    find(kind, id, version),
    getTranslations('detail.versions'),
  ])
  return (
    <ProjectFrame
      project={project}
      title={t('one', { version })}
      path={paths.version(project, version)}
      name={version}
    >
      <OneVersion project={project} {...found} />
    </ProjectFrame>
  )
}
