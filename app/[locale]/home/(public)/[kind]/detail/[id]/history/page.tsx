import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { HistoryList } from '#components/project/history-list.tsx'
import { ProjectFrame } from '#components/project/project-frame.tsx'
import { readHistory, readProject } from '#lib/catalogue/server.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { paths } from '#lib/paths.ts'
import { metadataBeside } from '#lib/seo/metadata.ts'

type Props = PageProps<'/[locale]/home/[kind]/detail/[id]/history'>

const find = cache(async (path: string, id: string) => {
  const kind = kindOfPath(path)
  if (!kind) notFound()
  const [project, history] = await Promise.all([readProject(kind, id), readHistory(kind, id)])
  if (!project || !history) notFound()
  return { project, items: history.items }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, kind, id } = await params
  const [t, { project }] = await Promise.all([getTranslations(), find(kind, id)])
  return metadataBeside(project, t, {
    locale,
    path: paths.history(project),
    title: t('detail.history.title'),
    description: t('detail.history.meta', { title: isolated(project.title) }),
  })
}

/** What happened to a project. */
export default async function HistoryPage({ params }: Props) {
  const { kind, id } = await params
  const [{ project, items }, t] = await Promise.all([
    find(kind, id),
    getTranslations('detail.history'),
  ])
  return (
    <ProjectFrame project={project} title={t('title')} path={paths.history(project)}>
      <HistoryList of={project} items={items} />
    </ProjectFrame>
  )
}
