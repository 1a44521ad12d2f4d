import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ComparisonView } from '#components/project/comparison.tsx'
import { ProjectFrame } from '#components/project/project-frame.tsx'
import { readComparison, readProject } from '#lib/catalogue/server.ts'
import { compareParamsSchema, compareQuerySchema } from '#lib/contract/compare/comparison.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { langOf } from '#lib/contract/language.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { paths } from '#lib/paths.ts'
import { metadataBeside } from '#lib/seo/metadata.ts'

type Props = PageProps<'/[locale]/home/[kind]/detail/[id]/compare/[...range]'>

/** The versions and the part that an address names: `1.0.0...1.1.0`, and `/2` for the second part. */
function parseRange([range = '', part, ...rest]: string[]) {
  const [before, after, ...others] = decodeSegment(range).split('...')
  // The first part has one address.
  if (rest.length + others.length > 0 || part === '1') return null
  const versions = compareParamsSchema
    .pick({ before: true, after: true })
    .safeParse({ before, after })
  const query = compareQuerySchema.safeParse({ part })
  return versions.success && query.success ? { ...versions.data, ...query.data } : null
}

/** 404 unless both versions are there for everybody. */
const find = cache(async (path: string, id: string, range: string) => {
  const kind = kindOfPath(path)
  const wanted = parseRange(range.split('/'))
  if (!kind || !wanted) notFound()
  const [project, comparison] = await Promise.all([
    readProject(kind, id),
    readComparison({ kind, id, ...wanted }),
  ])
  if (!project || !comparison) notFound()
  return { project, comparison, ...wanted }
})

const found = async ({ params }: Props) => {
  const { kind, id, range } = await params
  return find(kind, id, range.join('/'))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ locale }, t, { project, before, after }] = await Promise.all([
    props.params,
    getTranslations(),
    found(props),
  ])
  return metadataBeside(project, t, {
    locale,
    path: paths.compare(project, before, after),
    title: t('detail.compare.title', { before, after }),
    description: t('detail.compare.meta', { title: isolated(project.title) }),
  })
}

/** What changed between two versions of a project. */
export default async function ComparePage(props: Props) {
  const [{ project, comparison, before, after }, t] = await Promise.all([
    found(props),
    getTranslations('detail.compare'),
  ])
  return (
    <ProjectFrame
      project={project}
      title={t('title', { before, after })}
      path={paths.compare(project, before, after)}
      name={`${before} → ${after}`}
    >
      <ComparisonView
        comparison={comparison}
        lang={langOf(project)}
        pageOf={(part) => paths.compare(project, before, after, part)}
      />
    </ProjectFrame>
  )
}
