import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { cardVersion } from '#app/cards/[locale]/[...path]/found-card.ts'
import { Grid } from '#components/catalogue/grid.tsx'
import { Actions } from '#components/project/actions.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { FormatsLink } from '#components/project/pack-exports.tsx'
import { Detail } from '#components/project/detail.tsx'
import { OtherSetups } from '#components/project/other-setups.tsx'
import { RecordView } from '#components/project/record-client.tsx'
import { Versions } from '#components/project/versions.tsx'
import { langOf } from '#lib/contract/language.ts'
import { localePath, toLocale } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { documents, paths } from '#lib/paths.ts'
import { renderContents } from './contents.tsx'
import { readList, readProject, readRelated, readVersions } from '#lib/catalogue/server.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { isListed, type ListedProject, type Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { describedIn } from '#lib/project/described.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'
import { breadcrumbs, graph, projectSchemaOrg } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { projectTexts } from '#lib/seo/texts.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

type Props = PageProps<'/[locale]/home/[kind]/detail/[id]'>
const MORE = 4

async function find({ params }: Props): Promise<Project> {
  const { kind: path, id } = await params
  const kind = kindOfPath(path)
  const project = kind && (await readProject(kind, id))
  return project ?? notFound()
}

async function describe(locale: string, project: Project) {
  const [t, { summary }] = await Promise.all([
    getTranslations(),
    renderMarkdown(describedIn(project, locale).description),
  ])
  return projectTexts(t, locale, project, summary)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale } = await props.params
  const project = await find(props)
  const { author, category, tags, created_at, updated_at } = project
  const t = await getTranslations()
  return pageMetadata(t, {
    locale,
    path: paths.detail(project),
    ...(await describe(locale, project)),
    card: project,
    cardVersion: await cardVersion(toLocale(locale), project),
    subject: {
      type: 'article',
      publishedTime: created_at,
      modifiedTime: updated_at,
      authors: [absoluteUrl(localePath(locale, paths.author(author.name)))],
      section: t(`category.${category}`),
      tags,
    },
    feed: { title: project.title, path: documents.feed(locale, project) },
    isEmbeddable: true,
    isIndexed: isListed(project),
  })
}

export default async function DetailPage(props: Props) {
  const project = await find(props)
  const locale = toLocale((await props.params).locale)
  const [t, kinds, os, category] = await getTexts('detail', 'kind', 'os', 'category')
  const wording = {
    description: (await describe(locale, project)).description,
    category: category(project.category),
    systems: project.operating_systems.map((system) => os(system)),
  }
  const { SITE_URL, APP_NAME, INSTALL_URL_TEMPLATE } = env()
  const site = { siteUrl: SITE_URL, appName: APP_NAME, installTemplate: INSTALL_URL_TEMPLATE }
  const { kind, id, author } = project
  // At once: each is a question to the backend.
  const [{ items }, related, versions, { lead, painted, contents, exports }] = await Promise.all([
    readList(kind, { author: author.name, limit: MORE + 1 }),
    readRelated(kind, id),
    readVersions(kind, id),
    renderContents(project),
  ])
  const others = items.filter((other) => other.id !== id).slice(0, MORE)
  const trail = [
    { name: t('home'), path: paths.home },
    { name: kinds(`${kind}.many`), path: paths.list(kind) },
    { name: project.title, path: paths.detail(project) },
  ]
  return (
    <>
      <JsonLd
        schema={graph(projectSchemaOrg(locale, project, wording), breadcrumbs(locale, trail))}
      />
      <RecordView kind={kind} id={id} />
      <Detail
        project={project}
        actions={
          <>
            <OwnBar project={project} />
            <Actions project={project} site={site} />
            <OtherSetups project={project} versions={versions} site={site} />
            {exports && exports.length > 0 && <FormatsLink of={project} />}
          </>
        }
        lead={lead}
        painted={painted}
        contents={contents}
        versions={
          <Versions
            of={project}
            versions={versions}
            current={project.version}
            lang={langOf(project)}
          />
        }
        reportHref={localePath(locale, paths.report({ kind, id }))}
        more={
          <>
            {others.length > 0 && (
              <Shelf
                id="more"
                title={t.rich('more', { author: () => <bdi>{shownName(author)}</bdi> })}
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

function Shelf({
  id,
  title,
  projects,
}: {
  id: string
  title: ReactNode
  projects: ListedProject[]
}) {
  return (
    <section aria-labelledby={id} className="mt-20">
      <h2 id={id} className="mb-5 font-display text-lg font-semibold">
        {title}
      </h2>
      <Grid projects={projects} level={3} isOneKind />
    </section>
  )
}

/**
 * The ways to edit and to delete a project. The page is the same for everybody: its script shows them in the
 * browser of the author (islands/account.ts), and the pages behind them check who it is.
 */
async function OwnBar({ project: { kind, id, author } }: { project: Project }) {
  const [t, own] = await getTexts('detail', 'creator.own')
  const look = `${buttonClass({ variant: 'secondary' })} grow`
  return (
    <div data-author={author.uid} className="own-bar">
      <p>{t('own')}</p>
      <Link href={paths.edit(kind, { id })} className={look}>
        {own('edit')}
      </Link>
      <Link href={paths.deleteProject({ kind, id })} className={look}>
        {own('delete')}
      </Link>
    </div>
  )
}
