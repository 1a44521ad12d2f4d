import { desc, lt, sql } from 'drizzle-orm'
import {
  FAILED_JOB_DAYS,
  FAILED_JOBS_MAX,
  JOBS_LISTED,
  type System,
} from '#lib/contract/admin/system.ts'
import type { Database } from '#backend/db/connect.ts'
import { failedJobs } from '#backend/db/tables.ts'
import type { ClaimedJob } from './claim.ts'

/**
 * Deletes a job after its last attempt, and keeps it for administrators; in place of the last one about the same. The claim that gives it
 * up is not an attempt.
 */
export async function keepFailed(db: Database, { id, worker }: ClaimedJob): Promise<void> {
  await db.execute(sql`
    WITH gone AS (DELETE FROM jobs WHERE id = ${id} AND worker = ${worker} RETURNING *)
    INSERT INTO ${failedJobs} (id, name, subject, priority, share, attempts, failure, at)
    SELECT id, name, subject, priority, share, attempts - 1, coalesce(failure, ''), now() FROM gone
    ON CONFLICT (name, subject) DO UPDATE SET id = excluded.id, attempts = excluded.attempts,
      failure = excluded.failure, at = excluded.at`)
}

/** The last jobs that were given up, and their number. */
export async function readFailed(db: Database): Promise<System['jobs']['failed']> {
  const rows = await db
    .select()
    .from(failedJobs)
    .orderBy(desc(failedJobs.at), failedJobs.id)
    .limit(JOBS_LISTED)
  const items = rows.map(({ id, name, attempts, failure, at }) => ({
    id,
    name,
    attempts,
    failure,
    at: at.toISOString(),
  }))
  return { total: await countFailed(db), items }
}

export const countFailed = (db: Database): Promise<number> => db.$count(failedJobs)

/** Forgets jobs that were given up `FAILED_JOB_DAYS` ago, and all but the last `FAILED_JOBS_MAX`. */
export async function sweepFailed(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - FAILED_JOB_DAYS * 24 * 3_600_000)
  await db.delete(failedJobs).where(lt(failedJobs.at, end))
  await db.execute(sql`
    DELETE FROM ${failedJobs} WHERE id IN (
      SELECT id FROM ${failedJobs} ORDER BY at DESC, id OFFSET ${FAILED_JOBS_MAX})`)
}
