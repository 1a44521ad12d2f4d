import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cardVersion } from '#app/cards/[locale]/[...path]/found-card.ts'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { List } from '#components/catalogue/list.tsx'
import { ifFound } from '#lib/api/if-available.ts'
import { readCategories, readList } from '#lib/catalogue/server.ts'
import { type ListView, parseView, viewQuery } from '#lib/catalogue/view.ts'
import { isCategoryOf, type Kind, kindOfPath } from '#lib/contract/kind.ts'
import { localePath, toLocale } from '#lib/i18n/path.ts'
import { type Path, paths } from '#lib/paths.ts'
import { breadcrumbs, graph, itemList } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { listTexts } from '#lib/seo/texts.ts'

type Params = { locale: string; kind: string; view?: string }

/** Kind and view of a list's address; 404 for invalid ones. */
function parse({ kind: path, view: segment }: Params): { kind: Kind; view: ListView } {
  const kind = kindOfPath(path)
  const view = segment === undefined ? {} : parseView(segment)
  if (!kind || !view || (view.category && !isCategoryOf(kind, view.category))) notFound()
  return { kind, view }
}

/** Metadata of a list. Sorted, filtered and later pages are not indexed, and no other page stands for them. */
export async function listMetadata(params: Params): Promise<Metadata> {
  const { kind, view } = parse(params)
  const path: Path = `${paths.list(kind)}${viewQuery(view)}`
  const t = await getTranslations()
  return pageMetadata(t, {
    locale: params.locale,
    path,
    ...listTexts(t, kind),
    card: kind,
    cardVersion: await cardVersion(toLocale(params.locale), kind),
    feed: kind,
    isIndexed: params.view === undefined,
  })
}

/** The list page, plain or with a view. */
export async function ListPage({ params }: { params: Params }) {
  const { kind, view } = parse(params)
  const [list, categories] = await Promise.all([
    ifFound(readList(kind, view)),
    readCategories(kind, view),
  ])
  if (!list) notFound()
  if (list.author && list.author.name !== view.author) {
    const right = viewQuery({ ...view, author: list.author.name })
    permanentRedirect(localePath(params.locale, `${paths.list(kind)}${right}`))
  }
  const [t, kinds] = await Promise.all([getTranslations('detail'), getTranslations('kind')])
  const items = [
    { name: t('home'), path: paths.home },
    { name: kinds(`${kind}.many`), path: paths.list(kind) },
  ]
  return (
    <>
      <JsonLd
        schema={graph(breadcrumbs(params.locale, items), itemList(params.locale, list.items))}
      />
      <List kind={kind} view={view} list={list} categories={categories} />
    </>
  )
}
