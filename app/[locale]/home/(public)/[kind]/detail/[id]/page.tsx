import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { projectPath } from '#components/catalogue/card.tsx'
import { Grid } from '#components/catalogue/grid.tsx'
import { Actions } from '#components/project/actions.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Detail } from '#components/project/detail.tsx'
import { Versions } from '#components/project/versions.tsx'
import { Inside } from './inside.tsx'
import { readList, readProject, readRelated, readVersions } from '#lib/catalogue/server.ts'
import { KIND_TABLE, kindOfPath } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'
import { breadcrumbs, projectSchemaOrg } from '#lib/seo/json-ld.ts'
import { cards } from '#lib/seo/card.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export const revalidate = 300

/** None at build time: a build needs no backend. */
export function generateStaticParams() {
  return []
}

type Props = PageProps<'/[locale]/home/[kind]/detail/[id]'>
const MORE = 4

async function find({ params }: Props): Promise<Project> {
  const { kind: path, id } = await params
  const kind = kindOfPath(path)
  const project = kind && (await readProject(kind, id))
  return project ?? notFound()
}

/** A project without a description is told of by its kind and author. */
async function describe({ description, kind, author, owner_verified }: Project): Promise<string> {
  const [t, kinds, { summary }] = await Promise.all([
    getTranslations('detail'),
    getTranslations('kind'),
    renderMarkdown(description),
  ])
  const by = t.markup(owner_verified === false ? 'publishedBy' : 'by', {
    author: () => author.name,
  })
  return summary || `${kinds(`${kind}.one`)} – ${by}`
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale } = await props.params
  const project = await find(props)
  const { title, updated_at: updated } = project
  const description = await describe(project)
  const path = projectPath(project)
  const feed = `author/${encodeURIComponent(project.author.name.toWellFormed())}.xml`
  const card = cards.project(project)
  const type = 'article'
  const isEmbeddable = true
  return pageMetadata({ locale, path, title, description, card, updated, type, feed, isEmbeddable })
}

export default async function DetailPage(props: Props) {
  const project = await find(props)
  const { locale } = await props.params
  const [t, kinds] = await Promise.all([getTranslations('detail'), getTranslations('kind')])
  const { SITE_URL, APP_NAME, INSTALL_URL_TEMPLATE, SUPPORT_EMAIL } = env()
  const { kind, id, author } = project
  const [{ items }, related, versions] = await Promise.all([
    readList(kind, { author: author.name, limit: MORE + 1 }),
    readRelated(kind, id),
    readVersions(kind, id),
  ])
  const others = items.filter((one) => one.id !== id).slice(0, MORE)
  const subject = encodeURIComponent(t('reportSubject', { title: project.title }).toWellFormed())
  const body = encodeURIComponent(absoluteUrl(projectPath(project)))
  const trail = [
    { name: t('home'), path: '/home/index' },
    { name: kinds(`${kind}.many`), path: `/home/${KIND_TABLE[kind].path}` },
    { name: project.title, path: projectPath(project) },
  ]
  return (
    <>
      <JsonLd schema={breadcrumbs(locale, trail)} />
      <JsonLd schema={projectSchemaOrg(locale, project, await describe(project))} />
      <Detail
        project={project}
        actions={
          <Actions
            project={project}
            site={{ siteUrl: SITE_URL, appName: APP_NAME, installTemplate: INSTALL_URL_TEMPLATE }}
          />
        }
        inside={<Inside project={project} />}
        versions={<Versions versions={versions} lang={project.language ?? undefined} />}
        reportHref={`mailto:${SUPPORT_EMAIL}?subject=${subject}&body=${body}`}
        more={
          <>
            {others.length > 0 && (
              <Shelf
                id="more"
                title={t.rich('more', { author: () => <bdi>{author.name}</bdi> })}
                projects={others}
              />
            )}
            {related.length > 0 && (
              <Shelf id="related" title={t('related')} projects={related.slice(0, MORE)} />
            )}
          </>
        }
      />
    </>
  )
}

function Shelf({ id, title, projects }: { id: string; title: ReactNode; projects: Project[] }) {
  return (
    <section aria-labelledby={id} className="mt-20">
      <h2 id={id} className="mb-5 font-display text-lg font-semibold">
        {title}
      </h2>
      <Grid projects={projects} level={3} />
    </section>
  )
}
