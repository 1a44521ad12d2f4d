import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { List } from '#components/catalogue/list.tsx'
import { ApiError } from '#lib/api/error.ts'
import { readList } from '#lib/catalogue/server.ts'
import { type ListView, parseView, viewQuery } from '#lib/catalogue/view.ts'
import { isCategoryOf, type Kind, KIND_TABLE, kindOfPath } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { breadcrumbs, itemList } from '#lib/seo/json-ld.ts'
import { cards } from '#lib/seo/card.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

type Params = { locale: string; kind: string; view?: string }

/** What a list's address asks for; 404 for what no list has. */
function parse({ kind: path, view: segment }: Params): { kind: Kind; view: ListView } {
  const kind = kindOfPath(path)
  const view = segment === undefined ? {} : parseView(segment)
  if (!kind || !view || (view.category && !isCategoryOf(kind, view.category))) notFound()
  return { kind, view }
}

/** Metadata of a list; sorted, filtered and later pages point to the plain one. */
export async function listMetadata(params: Params): Promise<Metadata> {
  const { kind } = parse(params)
  const [t, kinds] = await Promise.all([getTranslations('list'), getTranslations('kind')])
  const title = kinds(`${kind}.many`)
  return {
    ...pageMetadata({
      locale: params.locale,
      path: `/home/${KIND_TABLE[kind].path}`,
      title,
      description: t('description', { kind: title, app: env().APP_NAME }),
      card: cards.kind(kind),
      feed: `${kind}.xml`,
    }),
    ...(params.view !== undefined && { robots: { index: false, follow: true } }),
  }
}

/** The list itself, plain or as a view. */
export async function ListPage({ params }: { params: Params }) {
  const { kind, view } = parse(params)
  const list = await readList(kind, view).catch((error: unknown) => {
    if (error instanceof ApiError && error.isNotFound) notFound()
    throw error
  })
  if (list.author && list.author.name !== view.author) {
    const right = viewQuery({ ...view, author: list.author.name })
    permanentRedirect(localePath(params.locale, `/home/${KIND_TABLE[kind].path}${right}`))
  }
  const [t, kinds] = await Promise.all([getTranslations('detail'), getTranslations('kind')])
  const items = [
    { name: t('home'), path: '/home/index' },
    { name: kinds(`${kind}.many`), path: `/home/${KIND_TABLE[kind].path}` },
  ]
  return (
    <>
      <JsonLd schema={breadcrumbs(params.locale, items)} />
      <JsonLd schema={itemList(params.locale, list.items)} />
      <List kind={kind} view={view} list={list} />
    </>
  )
}
