import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { cursorValue, directionOf, isAfter, ORDERS } from './order.ts'
import { type PageEntry, entrySchema, type ResultsRequest } from './page-request.ts'
import { tierIndex } from './tier-order.ts'

const rowsSchema = z.tuple([z.object({ total: z.number(), page: z.array(entrySchema) })])

/**
 * Reads, counts and sorts all matches, at most `TOTAL_EXACT_MAX`.
 * @returns `null` if there are more.
 */
export async function findFew(
  db: Database,
  request: ResultsRequest,
): Promise<{ total: number; page: PageEntry[] } | null> {
  const { tiers, filter, sort, limit } = request
  const order = ORDERS[sort]
  const direction = directionOf(order)
  const hasTiers = tiers !== null && sort === 'relevance'
  // Two steps: with a LIMIT in the first, the planner would bet on a sequential scan.
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT ${searchDocuments.projectId} AS id, ${hasTiers ? tierIndex(tiers) : sql`0`} AS tier,
        ${order.column} AS value
      FROM ${searchDocuments}
      WHERE ${and(tiers?.any.condition, filter) ?? sql`true`}
    ), counted AS NOT MATERIALIZED (
      SELECT * FROM matching LIMIT ${TOTAL_EXACT_MAX + 1}
    ), page AS (
      SELECT id, tier, value FROM counted
      WHERE ${afterCursor(request)}
      ORDER BY tier, value ${direction}, id ${direction}
      LIMIT ${limit}
    )
    SELECT (SELECT count(*) FROM counted)::integer AS total,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'tier', tier, 'value', ${cursorValue(order, sql`value`)})
        ORDER BY tier, value ${direction}, id ${direction}), '[]') FROM page) AS page`)
  const [{ total, page }] = rowsSchema.parse(rows)
  return total > TOTAL_EXACT_MAX ? null : { total, page }
}

function afterCursor({ after, tiers, sort }: ResultsRequest): SQL {
  if (!after) return sql`true`
  const isLater = isAfter(ORDERS[sort], after, { value: sql`value`, id: sql`id` })
  if (!tiers || sort !== 'relevance') return isLater
  return sql`(tier > ${after.tier}::integer OR (tier = ${after.tier}::integer AND ${isLater}))`
}
