import { sql } from 'drizzle-orm'
import type { Transaction } from './connect.ts'

/**
 * Disables sequential scans, hash joins and merge joins for the rest of a transaction that looks up rows
 * by key. The planner's statistics are outdated after bulk changes until the next ANALYZE, and a server
 * may run without autovacuum.
 * https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-ENABLE
 */
export async function preferIndexes(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
}
