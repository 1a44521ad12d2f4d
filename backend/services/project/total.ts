import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LRUCache } from 'lru-cache'
import type { ProjectList } from '#lib/contract/list.ts'
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

export type Total = Pick<ProjectList, 'total' | 'total_is_estimate'>
/** Estimated totals of lists that are kept, and for how long, in ms: to count up to where estimates begin takes longer than the page. */
const KEPT_MAX = 1_000
const KEPT_MS = 60_000
const estimates = new WeakMap<Database, LRUCache<string, Total>>()

/** The estimated totals of a database, by kind and filters. */
export function keptEstimates(db: Database): LRUCache<string, Total> {
  const kept = estimates.get(db) ?? new LRUCache({ max: KEPT_MAX, ttl: KEPT_MS })
  estimates.set(db, kept)
  return kept
}

/** An estimated total; more than `TOTAL_EXACT_MAX` rows are known to match. */
export function estimatedTotal(expected: number): Total {
  return { total: Math.max(expected, TOTAL_EXACT_MAX + 1), total_is_estimate: true }
}
