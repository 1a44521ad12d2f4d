import { z } from 'zod'
import compare from 'semver/functions/compare.js'
import type { Api, Kind, Project } from './api.ts'
import { invalidInput } from './call-error.ts'
import { isCategoryOf, type listQuery, type popularQuery, type searchQuery } from './input.ts'
import type { ReferenceStore } from './store.ts'

type Filters = Partial<Omit<z.infer<typeof searchQuery>, 'sort'>>

/** The sort keys of all sorts. A cursor contains those of the last entry of a page. */
const positionSchema = z.object({
  id: z.string(),
  title: z.string(),
  downloads: z.number(),
  updated_at: z.string(),
})
type Position = z.infer<typeof positionSchema>
type Compare = (a: Position, b: Position) => number
const cursorSchema = z.tuple([z.string(), positionSchema])

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const collator = new Intl.Collator('en', { numeric: true })
const byName: Compare = (a, b) => collator.compare(a.title, b.title) || compareText(a.id, b.id)
const byDownloads: Compare = (a, b) => b.downloads - a.downloads || compareText(a.id, b.id)
const SORTS: Record<z.infer<typeof listQuery>['sort'], Compare> = {
  popular: byDownloads,
  downloads: byDownloads,
  recent: (a, b) => compareText(b.updated_at, a.updated_at) || compareText(a.id, b.id),
  name: byName,
  '-name': (a, b) => byName(b, a),
}

const projectsIn = ({ projects }: ReferenceStore) =>
  [...projects.values()].map(({ project }) => project)

export function listProjects(
  store: ReferenceStore,
  kind: Kind,
  query: z.infer<typeof listQuery>,
): Api['list']['data'] {
  const items = filter(projectsIn(store), { ...query, kind })
  return paginate(items, query, SORTS[query.sort])
}

export function listPopular(
  store: ReferenceStore,
  { kind, limit }: z.infer<typeof popularQuery>,
): Api['popular']['data'] {
  return { items: filter(projectsIn(store), { kind }).toSorted(SORTS.popular).slice(0, limit) }
}

/** A project matches when title, description, tags, author or id contain every word of the term. */
export function search(
  store: ReferenceStore,
  query: z.infer<typeof searchQuery>,
): Api['search']['data'] {
  const term = query.q.toLowerCase()
  const words = term.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const matches = projectsIn(store).filter((project) => {
    const { id, title, description, tags, author } = project
    const texts = [id, title, description, ...tags, author.name].join(' ').toLowerCase()
    return term === '' || (words.length > 0 && words.every((word) => texts.includes(word)))
  })
  const rank = ({ title }: Position) =>
    [title.toLowerCase() === term, title.toLowerCase().includes(term), true].indexOf(true)
  const byRelevance: Compare = (a, b) => rank(a) - rank(b) || SORTS.popular(a, b)
  const compare = query.sort === 'relevance' ? byRelevance : SORTS[query.sort]
  const page = paginate(filter(matches, query), query, compare)
  return { ...page, term_matches: matches.length > 0, suggestions: [], term_is_cut: false }
}

function filter(projects: Project[], { kind, os, category, author, minimum_version }: Filters) {
  if (kind && category && !isCategoryOf(kind, category)) throw invalidInput('category')
  return projects.filter(
    (project) =>
      (!kind || project.kind === kind) &&
      (!category || project.category === category) &&
      (!author || project.author.name === author) &&
      [project, ...(project.fitting_versions ?? [])].some(
        (one) =>
          (!os || one.operating_systems.some((system) => system === os || system === 'all')) &&
          (!minimum_version || compareVersions(one.minimum_version, minimum_version) <= 0),
      ),
  )
}

type Page = { sort: string; after?: string | undefined; limit: number }

function paginate(projects: Project[], { sort, after, limit }: Page, compare: Compare) {
  const previous = after === undefined ? null : parseCursor(after, sort)
  const rest = projects
    .toSorted(compare)
    .filter((project) => previous === null || compare(previous, project) < 0)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const next = last && rest.length > limit ? toCursor(sort, last) : null
  return { items, total: projects.length, total_is_estimate: false, next }
}

const toCursor = (sort: string, project: Position) =>
  Buffer.from(JSON.stringify([sort, positionSchema.parse(project)])).toString('base64url')

/** @throws CallError 400 for an invalid cursor and one of another sort. */
function parseCursor(cursor: string, sort: string): Position {
  try {
    const json: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [cursorSort, position] = cursorSchema.parse(json)
    if (cursorSort === sort) return position
  } catch {
    // Rejected below.
  }
  throw invalidInput('after')
}

/** Negative when `a` is the older version by semver, as for `sort`. */
export const compareVersions = (a: string, b: string) => compare(a, b, true)
