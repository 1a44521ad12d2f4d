import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import {
  readHistory,
  readNewest,
  readProject,
  readVersions,
  readWholeList,
} from '#lib/catalogue/server.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { authorSchema, type Project, projectParamsSchema } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import { env } from '#lib/env.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { documents, type Path, paths } from '#lib/paths.ts'
import { readProjects } from '#lib/search/server.ts'
import { parseSearch, searchPath, searchQuery } from '#lib/search/view.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { documentResponse } from '#lib/seo/document.ts'
import { atomFeed, type FeedEntry, feedUpdated } from '#lib/seo/feed.ts'
import { type FeedTopic, feedTitle } from '#lib/seo/texts.ts'

export const dynamic = 'force-dynamic'

/** Number of entries of a feed. */
const ENTRIES = 30

type Context = { params: Promise<{ locale: string; path: string[] }> }
/** `path` is the canonical address of the feed, whatever else was in the query. */
type Subject = {
  topic: FeedTopic
  path: Path
  page: Path
  projects: Project[]
  /** Of the feed of one project. */
  versions?: Version[]
}

/**
 * Atom feeds: `/feeds/{language}/all.xml`, `{kind}.xml`, `{kind}/{id}.xml` with the history of a project, `author/{name}.xml` and
 * `search.xml?q=…`. Sorted by last update, a search by relevance, a history by time.
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
    const entries = subject.versions
      ? await historyEntries(
          subject,
          await getTranslations({ locale, namespace: 'detail.history' }),
        )
      : await Promise.all(subject.projects.map(projectEntry))
    const t = await getTranslations({ locale })
    const xml = atomFeed({
      locale,
      title: feedTitle(t, subject.topic),
      subtitle: t('site.description', { app: env().APP_NAME }),
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

/** A project with its current version. */
async function projectEntry(project: Project): Promise<FeedEntry> {
  const [{ summary }, versions] = await Promise.all([
    renderMarkdown(project.description),
    readVersions(project.kind, project.id),
  ])
  const notes = versions.find(({ version }) => version === project.version)?.notes
  return { project, summary, notes }
}

type Words = Awaited<ReturnType<typeof getTranslations<'detail.history'>>>

/** The versions of a project that are offered, and what else happened to it, the newest first. */
async function historyEntries(
  { projects, versions = [] }: Subject,
  t: Words,
): Promise<FeedEntry[]> {
  const [project] = projects
  if (!project) return []
  const history = await readHistory(project.kind, project.id)
  const events = (history?.items ?? [])
    // Versions are entries of their own, with their notes.
    .filter(({ event }) => event !== 'version' && event !== 'notes')
    .map(({ at, event, version }) => ({
      name: event,
      event: t(`event.${event}`, { version: version ?? '' }),
      at,
    }))
  const offered = versions
    .filter(({ yanked_at }) => !yanked_at)
    .map(({ version, created_at: at, notes }) => ({ of: { version, at }, notes }))
  return [...offered, ...events.map((of) => ({ of, notes: '' }))]
    .toSorted((a, b) => Date.parse(b.of.at) - Date.parse(a.of.at))
    .slice(0, ENTRIES)
    .map((entry) => ({ project, summary: '', ...entry }))
}

/** The feed of one project; 404 for a hidden or unknown one. */
async function readProjectSubject(
  locale: Locale,
  segments: { kind: string; id: string },
): Promise<Subject | null> {
  const named = projectParamsSchema.safeParse(segments)
  const project = named.success ? await readProject(named.data.kind, named.data.id) : null
  if (!project) return null
  const { kind, id, title } = project
  return {
    topic: { title },
    path: documents.feed(locale, { kind, id }),
    page: paths.detail(project),
    projects: [project],
    versions: await readVersions(kind, id),
  }
}

async function readSubject(
  locale: Locale,
  segments: string[],
  query: Record<string, string>,
): Promise<Subject | null> {
  const [first = '', second] = segments
  if (first === 'author' && second !== undefined && segments.length === 2) {
    return readAuthorSubject(locale, second.replace(/\.xml$/, ''))
  }
  if (second !== undefined && segments.length === 2) {
    return readProjectSubject(locale, { kind: first, id: second.replace(/\.xml$/, '') })
  }
  if (segments.length !== 1 || !first.endsWith('.xml')) return null
  const name = first.slice(0, -'.xml'.length)
  if (name === 'search') {
    const view = parseSearch(query)
    if (!view || !('q' in view) || view.q === '') return null
    const { view: _, ...projects } = view
    const { items } = await readProjects(projects)
    return {
      topic: { term: view.q },
      path: documents.searchFeed(locale, searchQuery(projects)),
      page: searchPath(projects),
      projects: items,
    }
  }
  if (name === 'all') {
    const { items } = await readNewest(ENTRIES)
    const path = documents.feed(locale, 'all')
    return { topic: 'all', path, page: paths.home, projects: items }
  }
  const kind = kindSchema.safeParse(name)
  if (!kind.success) return null
  const { items } = await readWholeList(kind.data, { sort: 'recent', limit: ENTRIES })
  const path = documents.feed(locale, kind.data)
  const page = paths.list(kind.data)
  return { topic: kind.data, path, page, projects: items }
}

/** An author's feed; 404 without projects. */
async function readAuthorSubject(locale: Locale, text: string): Promise<Subject | null> {
  const name = authorSchema.shape.name.safeParse(text)
  if (!name.success) return null
  const author = name.data
  const { items: projects } = await readNewest(ENTRIES, author)
  const [newest] = projects
  if (!newest) return null
  const path = documents.feed(locale, { author })
  const topic = { author: shownName(newest.author) }
  return { topic, path, page: paths.author(author), projects }
}
