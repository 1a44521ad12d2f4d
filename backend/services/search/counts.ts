import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { CATEGORY_COUNT_MAX } from '#lib/contract/limits.ts'
import type { SearchCounts, SearchCountsQuery } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects, searchDocuments } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { filterConditions } from '#backend/services/project/filters.ts'
import { queryTokens } from '#backend/text/tokens.ts'
import { expandTerm } from './expansion.ts'
import { tiersOf } from './tiers.ts'

/** Matches of a term that are looked at. */
const COUNTED_MAX = 2000

const rowsSchema = z.array(z.object({ kind: kindSchema, count: z.number() }))
type Counts = z.infer<typeof rowsSchema>

/**
 * How many projects of each kind a term has under the filters. At most `COUNTED_MAX` matches are looked at, whichever they
 * are; if there are more, every count is a lower bound. Without a term each kind is counted up to `CATEGORY_COUNT_MAX`.
 */
export async function countFound(db: Database, query: SearchCountsQuery): Promise<SearchCounts> {
  const { q, author: name } = query
  const table = q === '' ? projects : searchDocuments
  const conditions = filterConditions(table, undefined, query)
  if (name !== undefined) {
    const [author] = await db.select().from(authors).where(eq(authors.name, name))
    conditions.push(author ? eq(table.authorUid, author.uid) : sql`false`)
  }
  if (q === '') {
    const counts = await countKinds(db, conditions)
    const kinds = counts.map(({ kind, count }) => ({
      kind,
      count: Math.min(count, CATEGORY_COUNT_MAX),
      is_more: count > CATEGORY_COUNT_MAX,
    }))
    const count = kinds.reduce((sum, one) => sum + one.count, 0)
    return { total: { count, is_more: kinds.some((one) => one.is_more) }, kinds }
  }
  const expansion = await expandTerm(db, q, queryTokens(q).tokens)
  // Corrected as far as the results of the search are.
  const isMatched = await expansion.hasMatch()
  const tiers = tiersOf(q, await (isMatched ? expansion.tokens() : expansion.corrected()))
  const counts = await countMatches(db, [...conditions, tiers?.any.condition ?? sql`false`])
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const is_more = total > COUNTED_MAX
  const found = new Map(counts.map(({ kind, count }) => [kind, count]))
  return {
    total: { count: Math.min(total, COUNTED_MAX), is_more },
    kinds: KINDS.map((kind) => ({ kind, count: found.get(kind) ?? 0, is_more })),
  }
}

/** In the index that holds the filters, as categories are (services/project/categories.ts). */
async function countKinds(db: Database, conditions: SQL[]): Promise<Counts> {
  const isShown = and(isListed, ...conditions, eq(projects.kind, sql`listed.kind`))
  const { rows } = await db.execute(sql`
    SELECT kind, (
      SELECT count(*)::integer FROM (
        SELECT FROM ${projects} WHERE ${isShown} LIMIT ${CATEGORY_COUNT_MAX + 1}
      ) AS matching
    ) AS count
    FROM unnest(${sql.param([...KINDS])}::text[]) AS listed (kind)`)
  return rowsSchema.parse(rows)
}

/** Two steps, as in find-few.ts. */
async function countMatches(db: Database, conditions: SQL[]): Promise<Counts> {
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT kind FROM ${searchDocuments} WHERE ${and(...conditions)}
    ), counted AS NOT MATERIALIZED (
      SELECT kind FROM matching LIMIT ${COUNTED_MAX + 1}
    )
    SELECT kind, count(*)::integer AS count FROM counted GROUP BY kind`)
  return rowsSchema.parse(rows)
}
