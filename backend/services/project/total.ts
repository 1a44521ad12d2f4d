import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import type { fileIcons, projects, searchDocuments } from '#backend/db/tables.ts'

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

/** The planner's row estimate; does not execute the query. */
export async function estimateRows(
  db: Database,
  table: typeof projects | typeof searchDocuments | typeof fileIcons,
  filter: SQL | undefined,
): Promise<number> {
  const explained = await db.execute(
    sql`EXPLAIN (FORMAT JSON) SELECT 1 FROM ${table} WHERE ${filter ?? sql`true`}`,
  )
  const [{ Plan: plan }] = planSchema.parse(explained.rows[0]?.['QUERY PLAN'])
  return plan['Plan Rows']
}

/** An estimated total; more than `TOTAL_EXACT_MAX` rows are known to match. */
export function estimatedTotal(expected: number) {
  return { total: Math.max(expected, TOTAL_EXACT_MAX + 1), total_is_estimate: true }
}
