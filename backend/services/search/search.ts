import { and, eq } from 'drizzle-orm'
import { estimatedTotal, estimateRows } from '#backend/services/project/total.ts'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { ProjectView } from '#lib/contract/list.ts'
import type { FoundProject, SearchQuery, SearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, searchDocuments } from '#backend/db/tables.ts'
import { filterConditions } from '#backend/services/project/filters.ts'
import { EMPTY_FIELDS, selectProjectsById, toProject } from '#backend/services/project/select.ts'
import { nextStart, startOf } from '#backend/services/project/cursor-parts.ts'
import { type QueryToken, queryTokens } from '#backend/text/tokens.ts'
import { findMany } from './find-many.ts'
import { findFew } from './find-few.ts'
import { decodeSearchCursor, encodeSearchCursor } from './cursor.ts'
import type { ExpandedToken } from './expanded-token.ts'
import { expandTerm, hasMatch } from './expansion.ts'
import { findMatchedIcons, findMatches, matchedWords } from './matches.ts'
import type { PageEntry, ResultsRequest } from './page-request.ts'
import { suggestTitles } from './suggest.ts'
import { type Tiers, tiersOf } from './tiers.ts'

const EMPTY: SearchResult = {
  items: [],
  total: 0,
  total_is_estimate: false,
  next: null,
  term_matches: false,
  suggestions: [],
  term_is_cut: false,
}

/**
 * A page of search results over all kinds; an empty term matches every project. Only a term without any
 * match, filters aside, gets suggestions.
 * @throws InvalidInputError for a cursor of another sort or a category of another kind.
 */
export async function searchProjects(db: Database, query: SearchQuery): Promise<SearchResult> {
  const { tokens, isCut } = queryTokens(query.q)
  return { ...(await searchTokens(db, query, tokens)), term_is_cut: isCut }
}

async function searchTokens(
  db: Database,
  query: SearchQuery,
  tokens: QueryToken[],
): Promise<SearchResult> {
  const { q, kind, sort, limit } = query
  const after = query.after === undefined ? undefined : decodeSearchCursor(sort, query.after)
  const conditions = filterConditions(searchDocuments, kind, query)
  const expansion = await expandTerm(db, q, tokens)
  const expanded = await expansion.tokens()
  if (query.author !== undefined) {
    const [author] = await db.select().from(authors).where(eq(authors.name, query.author))
    if (!author) return { ...EMPTY, term_matches: await expansion.hasMatch() }
    conditions.push(eq(searchDocuments.authorUid, author.uid))
  }
  const request = { filter: and(...conditions), sort, after, limit, view: query.view }
  if (q === '') {
    return toResult(db, expanded, request, await runSearch(db, { ...request, tiers: null }))
  }
  const page = await searchTerm(db, tiersOf(q, expanded), request, expansion.hasMatch)
  if (page) return toResult(db, expanded, request, page)
  const corrected = await expansion.corrected()
  const isMatched = () => hasMatch(db, q, corrected)
  const correctedPage = await searchTerm(db, tiersOf(q, corrected), request, isMatched)
  if (correctedPage) return toResult(db, corrected, request, correctedPage)
  return { ...EMPTY, suggestions: await suggestTitles(db, corrected) }
}

/** @returns `null` if the term has no match even without the filter. */
async function searchTerm(
  db: Database,
  tiers: Tiers | null,
  request: Omit<ResultsRequest, 'tiers'>,
  isMatched: () => Promise<boolean>,
): Promise<SearchPage | null> {
  const page = tiers ? await runSearch(db, { ...request, tiers }) : EMPTY_PAGE
  if (page.total > 0) return page
  return request.filter && (await isMatched()) ? page : null
}

async function toResult(
  db: Database,
  tokens: ExpandedToken[],
  { sort, after, limit, view }: Omit<ResultsRequest, 'tiers'> & { view: ProjectView },
  { page, ...totals }: SearchPage,
): Promise<SearchResult> {
  const entries = page.slice(0, limit)
  const last = page.length > limit ? entries.at(-1) : undefined
  return {
    items: await readItems(db, tokens, entries, view),
    ...totals,
    next: last ? encodeSearchCursor(sort, { ...last, ...nextStart(after, entries.length) }) : null,
    ...startOf(after),
    term_matches: true,
    suggestions: [],
    term_is_cut: false,
  }
}

async function readItems(
  db: Database,
  tokens: ExpandedToken[],
  entries: PageEntry[],
  view: ProjectView,
): Promise<FoundProject[]> {
  const ids = entries.map(({ id }) => id)
  const words = matchedWords(tokens)
  if (words.size === 0) return (await selectProjectsById(db, ids, view)).map(toProject)
  // Matches are looked for in the description.
  const rows = await selectProjectsById(db, ids)
  const fileIds = rows.map(({ project }) => project.fileId)
  const iconsByFile = await findMatchedIcons(db, fileIds, words)
  return rows.map((row) => {
    const drawings = iconsByFile.get(row.project.fileId ?? '') ?? []
    const icons = drawings.map(({ name }) => name)
    const matches = { ...findMatches(row.project, words), icons, drawings }
    return { ...toProject(row), ...(view === 'card' && EMPTY_FIELDS), matches }
  })
}

/** The planner's estimates are imprecise: up to this estimate, all matches are read and counted. */
const EXPECTED_MAX = 2 * TOTAL_EXACT_MAX
/**
 * If even the rarest word is in more documents, matches are not counted, whatever the filters leave,
 * unless that is expected to be less than a page.
 */
const RAREST_MAX = 2 * TOTAL_EXACT_MAX

type SearchPage = { total: number; total_is_estimate: boolean; page: PageEntry[] }
const EMPTY_PAGE: SearchPage = { total: 0, total_is_estimate: false, page: [] }

/** Reads a page and one more entry, which shows that there is a next page. */
async function runSearch(db: Database, pageRequest: ResultsRequest): Promise<SearchPage> {
  const request = { ...pageRequest, limit: pageRequest.limit + 1 }
  const { tiers, filter, after, limit } = request
  const counts = tiers?.any.counts
  const rarest = counts ? Math.min(...counts) : 0
  if (counts && rarest <= TOTAL_EXACT_MAX) {
    const few = await findFew(db, request)
    if (few) return { ...few, total_is_estimate: false }
  }
  const expected = await estimateRows(db, searchDocuments, and(tiers?.estimated, filter))
  const isCertainlyMany = !filter && (tiers?.least ?? 0) > TOTAL_EXACT_MAX
  // A filter that is expected to leave less than a page: one statement instead of two for each tier.
  const isReadAtOnce = rarest <= RAREST_MAX || expected < limit
  if (!isCertainlyMany && expected <= EXPECTED_MAX && isReadAtOnce) {
    const few = await findFew(db, request)
    if (few) return { ...few, total_is_estimate: false }
  }
  const page = await findMany(db, request)
  const isComplete = !after && page.length < limit
  if (isComplete) return { total: page.length, total_is_estimate: false, page }
  return { ...estimatedTotal(expected), page }
}
