import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { PackExports } from '#components/project/pack-exports.tsx'
import { ProjectFrame } from '#components/project/project-frame.tsx'
import { readPackIcons, readProject } from '#lib/catalogue/server.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { paths } from '#lib/paths.ts'
import { metadataBeside } from '#lib/seo/metadata.ts'

type Props = PageProps<'/[locale]/home/[kind]/detail/[id]/formats'>

/** 404 for other kinds, and packs that are in no other form. */
const find = cache(async (path: string, id: string) => {
  const kind = kindOfPath(path)
  if (kind !== 'icon') notFound()
  const [project, { exports = [] }] = await Promise.all([readProject(kind, id), readPackIcons(id)])
  if (!project || exports.length === 0) notFound()
  return { project, exports }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, kind, id } = await params
  const [t, { project }] = await Promise.all([getTranslations(), find(kind, id)])
  return metadataBeside(project, t, {
    locale,
    path: paths.formats(project),
    title: t('detail.exports.title'),
    description: t('detail.exports.meta', { title: isolated(project.title) }),
  })
}

/** An icon pack in other forms. */
export default async function FormatsPage({ params }: Props) {
  const { kind, id } = await params
  const [{ project, exports }, t] = await Promise.all([
    find(kind, id),
    getTranslations('detail.exports'),
  ])
  return (
    <ProjectFrame project={project} title={t('title')} path={paths.formats(project)}>
      <PackExports exports={exports} />
    </ProjectFrame>
  )
}
