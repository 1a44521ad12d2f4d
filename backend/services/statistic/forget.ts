import { inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { salts, visitCounts, visits } from '#backend/db/tables.ts'

/** Rows per DELETE, so that it stays below the statement timeout. */
const BATCH = 5000

/**
 * Deletes the salts and visitor hashes of earlier days. Runs at startup and at intervals, so that data
 * does not outlive its day on a site without visits.
 */
export async function deletePastVisits(db: Database, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await db.delete(salts).where(lt(salts.day, today))
  for (const table of [visits, visitCounts]) {
    for (;;) {
      const expired = db
        .select({ ctid: sql`ctid` })
        .from(table)
        .where(lt(table.day, today))
        .limit(BATCH)
      const { rowCount } = await db.delete(table).where(inArray(sql`ctid`, expired))
      if ((rowCount ?? 0) < BATCH) break
    }
  }
}
