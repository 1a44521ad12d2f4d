import { sql } from 'drizzle-orm'
import type { Transaction } from './connect.ts'

/**
 * For the rest of a transaction whose statements all look rows up by their keys: no plan that reads a
 * whole table. The planner's choice depends on statistics, which are wrong after many changes until
 * the next ANALYZE, and a server may run without autovacuum.
 * https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-ENABLE
 */
export async function preferIndexes(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
}
