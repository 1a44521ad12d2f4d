import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { FoundProject, SearchQuery, SearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import { selectProjects, toProject } from '#backend/services/project/columns.ts'
import { filterConditions } from '#backend/services/project/filters.ts'
import { estimatedTotal, estimateRows } from '#backend/services/project/total.ts'
import { matchingIcons } from '#backend/services/icon/matching.ts'
import { queryTokens, type Token } from '#backend/text/tokens.ts'
import { decodeSearchCursor, encodeSearchCursor } from './cursor.ts'
import { type Entry, findFew, findMany, type Wanted } from './find.ts'
import { lookUp, type Word } from './look-up.ts'
import { matchesIn, soughtForms } from './matches.ts'
import { suggestTitles } from './suggest.ts'
import { tiersOf } from './tiers.ts'

/** The planner's guesses are wide of the mark: so many expected matches may well be few. */
const READ_ALL_MAX = 2 * TOTAL_EXACT_MAX
/** What holds only words that are in more documents than this is not counted, whatever filters leave. */
const COUNTED_MAX = 2 * TOTAL_EXACT_MAX

const NOTHING: SearchResult = {
  items: [],
  total: 0,
  total_is_estimate: false,
  next: null,
  term_matches: false,
  suggestions: [],
  term_is_cut: false,
}

/**
 * A page of what a term finds, over all kinds (section 7). An empty term finds everything.
 * @throws BadRequest for a cursor of another sort or a category of another kind.
 */
export async function searchProjects(db: Database, query: SearchQuery): Promise<SearchResult> {
  const { tokens, isCut } = queryTokens(query.q)
  return { ...(await searchTokens(db, query, tokens)), term_is_cut: isCut }
}

async function searchTokens(db: Database, query: SearchQuery, tokens: Token[]) {
  const { q, kind, sort, limit } = query
  const after = query.after === undefined ? undefined : decodeSearchCursor(sort, query.after)
  const conditions = filterConditions(searchDocuments, kind, query)
  let words = await lookUp(db, tokens)
  if (query.author !== undefined) {
    const [author] = await db.select().from(authors).where(eq(authors.name, query.author))
    if (!author) return { ...NOTHING, term_matches: await matchesAnything(db, q, words) }
    conditions.push(eq(searchDocuments.authorUid, author.uid))
  }
  const filter = and(...conditions)
  if (q === '')
    return answer(db, words, query, await run(db, { tiers: null, filter, sort, after, limit }))

  let found = await runTerm(db, q, words, { filter, sort, after, limit })
  let isMatch = found.total > 0 || (filter !== undefined && (await matchesAnything(db, q, words)))
  if (!isMatch) {
    words = await lookUp(db, tokens, true)
    found = await runTerm(db, q, words, { filter, sort, after, limit })
    isMatch = found.total > 0 || (filter !== undefined && (await matchesAnything(db, q, words)))
  }
  if (!isMatch) return { ...NOTHING, suggestions: await suggestTitles(db, words) }
  return answer(db, words, query, found)
}

type Found = { total: number; total_is_estimate: boolean; page: Entry[] }

function runTerm(db: Database, q: string, words: Word[], wanted: Omit<Wanted, 'tiers'>) {
  const tiers = tiersOf(q, words)
  return tiers ? run(db, { ...wanted, tiers }) : { total: 0, total_is_estimate: false, page: [] }
}

/** One more than is shown is asked for, which tells whether there is a next page. */
async function run(db: Database, wanted: Wanted): Promise<Found> {
  const one = { ...wanted, limit: wanted.limit + 1 }
  const counts = wanted.tiers?.any.counts
  const rarest = counts ? Math.min(...counts) : 0
  if (counts && rarest <= TOTAL_EXACT_MAX) {
    const few = await findFew(db, one)
    if (few) return { ...few, total_is_estimate: false }
  }
  const filter: SQL | undefined = and(wanted.tiers?.any.condition, wanted.filter)
  const expected = await estimateRows(db, searchDocuments, filter)
  const isSurelyMany = !wanted.filter && (wanted.tiers?.least ?? 0) > TOTAL_EXACT_MAX
  if (!isSurelyMany && expected <= READ_ALL_MAX && rarest <= COUNTED_MAX) {
    const few = await findFew(db, one)
    if (few) return { ...few, total_is_estimate: false }
  }
  const page = await findMany(db, one)
  const isWhole = !wanted.after && page.length < one.limit
  const totals = isWhole
    ? { total: page.length, total_is_estimate: false }
    : estimatedTotal(expected)
  return { ...totals, page }
}

/** Whether a term finds anything when no filter is set. */
async function matchesAnything(db: Database, q: string, words: Word[]): Promise<boolean> {
  const tiers = tiersOf(q, words)
  if (!tiers) return q === ''
  const some = db.select({ id: searchDocuments.projectId }).from(searchDocuments)
  return (await some.where(tiers.any.condition).limit(1)).length > 0
}

async function answer(
  db: Database,
  words: Word[],
  { sort, limit }: SearchQuery,
  { page, ...totals }: Found,
): Promise<SearchResult> {
  const shown = page.slice(0, limit)
  const last = page.length > limit ? shown.at(-1) : undefined
  return {
    items: await readFound(db, words, shown),
    ...totals,
    next: last ? encodeSearchCursor(sort, last) : null,
    term_matches: true,
    suggestions: [],
    term_is_cut: false,
  }
}

async function readFound(db: Database, words: Word[], shown: Entry[]): Promise<FoundProject[]> {
  if (shown.length === 0) return []
  const ids = shown.map(({ id }) => id)
  const rows = await selectProjects(db).where(inArray(projects.id, ids))
  const byId = new Map(rows.map((row) => [row.project.id, row]))
  const forms = soughtForms(words)
  const icons = await matchingIcons(
    db,
    rows.map(({ project }) => project.fileId),
    forms,
  )
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { project } = row
    if (forms.size === 0) return [toProject(row)]
    const named = icons.get(project.fileId ?? '') ?? []
    return [{ ...toProject(row), matches: { ...matchesIn(project, forms), icons: named } }]
  })
}
