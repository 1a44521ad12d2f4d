import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { List } from '#components/catalogue/list.tsx'
import { ApiError } from '#lib/api/error.ts'
import { readList } from '#lib/catalogue/server.ts'
import { type ListView, parseView } from '#lib/catalogue/view.ts'
import { isCategoryOf, type Kind, KIND_TABLE, kindOfPath } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { routing } from '#lib/i18n/routing.ts'
import { alternates } from '#lib/seo/alternates.ts'

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
  const locale = hasLocale(routing.locales, params.locale) ? params.locale : routing.defaultLocale
  const title = kinds(`${kind}.many`)
  return {
    title,
    description: t('description', { kind: title, app: env().APP_NAME }),
    alternates: alternates(locale, `/home/${KIND_TABLE[kind].path}`),
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
  return <List kind={kind} view={view} list={list} />
}
