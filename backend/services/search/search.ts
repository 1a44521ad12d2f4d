import { and, eq } from 'drizzle-orm'
import type { ProjectView } from '#lib/contract/list.ts'
import type { FoundProject, SearchQuery, SearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, searchDocuments } from '#backend/db/tables.ts'
import { filterConditions } from '#backend/services/project/filters.ts'
import { EMPTY_FIELDS, selectProjectsById, toProject } from '#backend/services/project/select.ts'
import { nextStart, startOf } from '#backend/services/project/cursor-parts.ts'
import { queryTokens, type Token } from '#backend/text/tokens.ts'
import { decodeSearchCursor, encodeSearchCursor } from './cursor.ts'
import type { ExpandedToken } from './expand-tokens.ts'
import { expandTerm, hasMatch } from './expansion.ts'
import { findMatchedIcons } from './matched-icons.ts'
import { findMatches, matchedWords } from './matches.ts'
import type { Entry, PageRequest } from './page-request.ts'
import { EMPTY_PAGE, runSearch, type SearchPage } from './run.ts'
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
  tokens: Token[],
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
  request: Omit<PageRequest, 'tiers'>,
  isMatched: () => Promise<boolean>,
): Promise<SearchPage | null> {
  const page = tiers ? await runSearch(db, { ...request, tiers }) : EMPTY_PAGE
  if (page.total > 0) return page
  return request.filter && (await isMatched()) ? page : null
}

async function toResult(
  db: Database,
  tokens: ExpandedToken[],
  { sort, after, limit, view }: Omit<PageRequest, 'tiers'> & { view: ProjectView },
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
  entries: Entry[],
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
    const icons = iconsByFile.get(row.project.fileId ?? '') ?? []
    const matches = { ...findMatches(row.project, words), icons }
    return { ...toProject(row), ...(view === 'card' && EMPTY_FIELDS), matches }
  })
}
