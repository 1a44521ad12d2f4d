import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { dailyCounts, projects, settings } from '#backend/db/tables.ts'

/** Counts of single days are kept for at least so long. */
export const DAILY_DAYS = 400
const DAY_MS = 24 * 3600 * 1000
/** Projects per statement: the first run finds all days of years, and each statement has a second. */
const BATCH = 10
/** Row of the settings with the first day that is still counted by itself. */
const SETTING = 'counts_by_month_until'

const batchSchema = z.array(z.object({ last: z.string().nullable(), removed: z.coerce.number() }))

/**
 * Adds the counts of whole months that are older than `DAILY_DAYS` to one row for each project, month and event, under the first day of the
 * month. Sums over all days stay the same. Runs once in a month; interrupted, it goes on where it stopped.
 * @returns the number of rows that were removed.
 */
export async function aggregateCounts(db: Database, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - DAILY_DAYS * DAY_MS).toISOString()
  const until = `${oldest.slice(0, 7)}-01`
  const [done] = await db.select().from(settings).where(eq(settings.name, SETTING))
  // Also after a clock that was ahead.
  if (done && done.value >= until) return 0
  let total = 0
  for (let after: string | null = ''; after !== null;) {
    const batch = await aggregateBatch(db, { after, until })
    total += batch.removed
    after = batch.last
  }
  const value = until
  await db
    .insert(settings)
    .values({ name: SETTING, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
  return total
}

/** The next projects after an id. @returns the last of them, `null` after all. */
async function aggregateBatch(db: Database, { after, until }: { after: string; until: string }) {
  const { rows } = await db.execute(sql`
    WITH batch AS (
      SELECT ${projects.id} AS id FROM ${projects} WHERE ${projects.id} > ${after}
      ORDER BY ${projects.id} LIMIT ${BATCH}),
    removed AS (
      DELETE FROM ${dailyCounts} WHERE project_id IN (SELECT id FROM batch)
        AND day < ${until}::date AND day <> date_trunc('month', day)::date
      RETURNING project_id, day, event, count),
    added AS (
      INSERT INTO ${dailyCounts} (project_id, day, event, count)
      SELECT project_id, date_trunc('month', day)::date, event, sum(count)::integer FROM removed
      GROUP BY 1, 2, 3
      ON CONFLICT (project_id, day, event)
      DO UPDATE SET count = ${dailyCounts}.count + excluded.count)
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*) FROM removed) AS removed`)
  return batchSchema.parse(rows)[0] ?? { last: null, removed: 0 }
}
