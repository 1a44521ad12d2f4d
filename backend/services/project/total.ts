import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import type { projects, searchDocuments } from '#backend/db/schema.ts'

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

/** How many rows the planner expects, which costs nothing; more than `TOTAL_EXACT_MAX`, since it is asked for no less. */
export async function estimateTotal(
  db: Database,
  table: typeof projects | typeof searchDocuments,
  filter: SQL | undefined,
) {
  const explained = await db.execute(
    sql`EXPLAIN (FORMAT JSON) SELECT 1 FROM ${table} WHERE ${filter ?? sql`true`}`,
  )
  const [{ Plan: plan }] = planSchema.parse(explained.rows[0]?.['QUERY PLAN'])
  return { total: Math.max(plan['Plan Rows'], TOTAL_EXACT_MAX + 1), total_is_estimate: true }
}
