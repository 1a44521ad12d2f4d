import { inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { salts, visitCounts, visits } from '#backend/db/schema.ts'

/** Rows that one statement deletes, since a statement has a second. */
const BATCH = 5000

/**
 * Deletes what is kept of the visitors of earlier days. It runs at the start and at intervals: on a
 * site that nobody visits it would otherwise stay.
 */
export async function forgetVisits(db: Database, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await db.delete(salts).where(lt(salts.day, today))
  for (const table of [visits, visitCounts]) {
    for (;;) {
      const old = db
        .select({ place: sql`ctid` })
        .from(table)
        .where(lt(table.day, today))
        .limit(BATCH)
      const { rowCount } = await db.delete(table).where(inArray(sql`ctid`, old))
      if ((rowCount ?? 0) < BATCH) break
    }
  }
}
