import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import type { projects } from '#backend/db/schema.ts'
import type { searchDocuments } from '#backend/db/search-schema.ts'

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

/** How many rows the planner expects, which costs nothing. */
export async function estimateRows(
  db: Database,
  table: typeof projects | typeof searchDocuments,
  filter: SQL | undefined,
): Promise<number> {
  const explained = await db.execute(
    sql`EXPLAIN (FORMAT JSON) SELECT 1 FROM ${table} WHERE ${filter ?? sql`true`}`,
  )
  const [{ Plan: plan }] = planSchema.parse(explained.rows[0]?.['QUERY PLAN'])
  return plan['Plan Rows']
}

/** The total of what was found to be more than `TOTAL_EXACT_MAX`, whatever was expected. */
export function estimatedTotal(expected: number) {
  return { total: Math.max(expected, TOTAL_EXACT_MAX + 1), total_is_estimate: true }
}
