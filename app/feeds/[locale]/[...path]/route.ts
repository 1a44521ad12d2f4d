import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ApiError } from '#lib/api/error.ts'
import { readList, readNewest } from '#lib/catalogue/server.ts'
import { KIND_TABLE, kindSchema } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { authorSchema, type Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { readProjects } from '#lib/search/server.ts'
import { parseSearch } from '#lib/search/view.ts'
import { atomFeed } from '#lib/seo/feed.ts'
import { authorPath } from '#lib/seo/json-ld.ts'

export const dynamic = 'force-dynamic'

/** So many entries a feed has. */
const ENTRIES = 30

type Context = { params: Promise<{ locale: string; path: string[] }> }
type Found = { title: string; page: string; projects: Project[] }

/**
 * Atom feeds: `/feeds/{language}/all.xml`, `{kind}.xml`, `author/{name}.xml` and `search.xml?q=…`, the
 * last updated first (a search: as it finds them).
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { locale, path } = await params
  if (!hasLocale(routing.locales, locale)) return nothing(404)
  const { pathname, searchParams, search } = new URL(request.url)
  try {
    const found = await find(locale, path.map(decodeSegment), Object.fromEntries(searchParams))
    if (!found) return nothing(404)
    const entries = await Promise.all(
      found.projects.map(async (project) => {
        const { summary } = await renderMarkdown(project.description)
        return { project, summary }
      }),
    )
    const xml = atomFeed({
      locale,
      title: `${found.title} · ${env().SITE_NAME}`,
      path: pathname + search,
      page: localePath(locale, found.page),
      entries,
    })
    return new Response(xml, {
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'public, max-age=0, s-maxage=300',
      },
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return nothing(error.isNotFound ? 404 : error.failure.code)
  }
}

const nothing = (status: number) =>
  new Response('', { status, headers: { 'cache-control': 'no-store' } })

async function find(
  locale: Locale,
  path: string[],
  query: Record<string, string>,
): Promise<Found | null> {
  const [t, kinds] = await Promise.all([
    getTranslations({ locale, namespace: 'feed' }),
    getTranslations({ locale, namespace: 'kind' }),
  ])
  const [first = '', second] = path
  if (first === 'author' && second !== undefined && path.length === 2) {
    return ofAuthor(second.replace(/\.xml$/, ''))
  }
  if (path.length !== 1 || !first.endsWith('.xml')) return null
  const name = first.slice(0, -'.xml'.length)
  if (name === 'search') {
    const view = parseSearch(query)
    if (!view || !('q' in view) || view.q === '') return null
    const { items } = await readProjects(view)
    const page = `/home/search?q=${encodeURIComponent(view.q)}`
    return { title: t('search', { term: view.q }), page, projects: items }
  }
  if (name === 'all') {
    return { title: t('all'), page: '/home/index', projects: (await readNewest(ENTRIES)).items }
  }
  const kind = kindSchema.safeParse(name)
  if (!kind.success) return null
  const { items } = await readList(kind.data, { sort: 'recent', limit: ENTRIES })
  const page = `/home/${KIND_TABLE[kind.data].path}`
  return { title: kinds(`${kind.data}.many`), page, projects: items }
}

/** 404 for whoever has published nothing. */
async function ofAuthor(given: string): Promise<Found | null> {
  const name = authorSchema.shape.name.safeParse(given)
  if (!name.success) return null
  const { items: projects } = await readNewest(ENTRIES, name.data)
  return projects.length === 0 ? null : { title: name.data, page: authorPath(name.data), projects }
}
