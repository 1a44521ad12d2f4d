import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { readNewest, readWholeList } from '#lib/catalogue/server.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { authorSchema, type Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { documents, type Path, pages } from '#lib/paths.ts'
import { readProjects } from '#lib/search/server.ts'
import { parseSearch, searchPath, searchQuery } from '#lib/search/view.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { documentResponse } from '#lib/seo/document.ts'
import { atomFeed, feedUpdated } from '#lib/seo/feed.ts'

export const dynamic = 'force-dynamic'

/** Number of entries of a feed. */
const ENTRIES = 30

type Context = { params: Promise<{ locale: string; path: string[] }> }
/** `path` is the canonical address of the feed, whatever else was in the query. */
type Subject = { title: string; path: Path; page: Path; projects: Project[] }

/**
 * Atom feeds: `/feeds/{language}/all.xml`, `{kind}.xml`, `author/{name}.xml` and `search.xml?q=…`.
 * Sorted by last update, a search by relevance.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { locale, path } = await params
  if (!hasLocale(routing.locales, locale)) return emptyResponse(404)
  const { searchParams } = new URL(request.url)
  try {
    const subject = await readSubject(
      locale,
      path.map(decodeSegment),
      Object.fromEntries(searchParams),
    )
    if (!subject) return emptyResponse(404)
    const entries = await Promise.all(
      subject.projects.map(async (project) => {
        const { summary } = await renderMarkdown(project.description)
        return { project, summary }
      }),
    )
    const t = await getTranslations({ locale, namespace: 'site' })
    const xml = atomFeed({
      locale,
      title: `${subject.title} · ${env().SITE_NAME}`,
      subtitle: t('description', { app: env().APP_NAME }),
      path: subject.path,
      page: localePath(locale, subject.page),
      entries,
    })
    return documentResponse(request, {
      contentType: 'application/atom+xml; charset=utf-8',
      sharedSeconds: 300,
      version: xml,
      lastModified: feedUpdated(entries),
      body: () => xml,
    })
  } catch (error) {
    return failureResponse(error)
  }
}

async function readSubject(
  locale: Locale,
  segments: string[],
  query: Record<string, string>,
): Promise<Subject | null> {
  const [t, kinds] = await Promise.all([
    getTranslations({ locale, namespace: 'feed' }),
    getTranslations({ locale, namespace: 'kind' }),
  ])
  const [first = '', second] = segments
  if (first === 'author' && second !== undefined && segments.length === 2) {
    return readAuthorSubject(locale, second.replace(/\.xml$/, ''))
  }
  if (segments.length !== 1 || !first.endsWith('.xml')) return null
  const name = first.slice(0, -'.xml'.length)
  if (name === 'search') {
    const view = parseSearch(query)
    if (!view || !('q' in view) || view.q === '') return null
    const { view: _, ...projects } = view
    const { items } = await readProjects(projects)
    return {
      title: t('search', { term: view.q }),
      path: documents.searchFeed(locale, searchQuery(projects)),
      page: searchPath(projects),
      projects: items,
    }
  }
  if (name === 'all') {
    const { items } = await readNewest(ENTRIES)
    const path = documents.feed(locale, 'all')
    return { title: t('all'), path, page: pages.home, projects: items }
  }
  const kind = kindSchema.safeParse(name)
  if (!kind.success) return null
  const { items } = await readWholeList(kind.data, { sort: 'recent', limit: ENTRIES })
  const path = documents.feed(locale, kind.data)
  const page = pages.list(kind.data)
  return { title: kinds(`${kind.data}.many`), path, page, projects: items }
}

/** An author's feed; 404 without projects. */
async function readAuthorSubject(locale: Locale, text: string): Promise<Subject | null> {
  const name = authorSchema.shape.name.safeParse(text)
  if (!name.success) return null
  const author = name.data
  const { items: projects } = await readNewest(ENTRIES, author)
  if (projects.length === 0) return null
  const path = documents.feed(locale, { author })
  return { title: author, path, page: pages.author(author), projects }
}
