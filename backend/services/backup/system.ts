import { eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  FAILURE_MAX,
  JOBS_LISTED,
  STORED_KINDS,
  type StoredKind,
  type System,
} from '#lib/contract/admin/system.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { colourVariants, derivedPictures, failedJobs, files, jobs } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { aboutAccount, recordAction } from '#backend/services/audit/record.ts'
import { readFailed } from '#backend/services/job/failed.ts'
import { DIGEST_JOB } from '#backend/services/report/digest.ts'
import { BACKUP_JOB, type Backups, bringForward } from './job.ts'
import { readRecord } from './record.ts'

const countsSchema = z.object({
  waiting: z.coerce.number(),
  running: z.coerce.number(),
})

/** How many jobs wait and run, those that failed and wait for another attempt, the next one first, and those that were given up. */
export async function readJobs(db: Database): Promise<System['jobs']> {
  // These always wait for their time.
  const { rows } = await db.execute(sql`
    SELECT count(*) FILTER (WHERE leased_until IS NULL OR leased_until < now()) AS waiting,
      count(*) FILTER (WHERE leased_until >= now()) AS running
    FROM ${jobs} WHERE ${notInArray(jobs.name, [BACKUP_JOB, DIGEST_JOB])}`)
  const failing = await db
    .select()
    .from(jobs)
    .where(sql`${jobs.failure} IS NOT NULL AND ${jobs.attempts} > 0`)
    .orderBy(jobs.dueAt, jobs.id)
    .limit(JOBS_LISTED)
  return {
    ...countsSchema.parse(rows[0]),
    failed: await readFailed(db),
    failing: failing.map(({ id, name, attempts, failure, dueAt }) => ({
      id,
      name,
      attempts,
      failure: failure ?? '',
      due_at: dueAt.toISOString(),
    })),
  }
}

const aboutJob = ({ name, subject }: { name: string; subject: string }) => ({ job: name, subject })

/** Lets a job that failed begin again now. @throws NotFoundError if it neither waits for another attempt nor was given up. */
export async function retryJob(
  db: Database,
  actor: RoleHolder,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ dueAt: sql`now()`, attempts: 0 })
      .where(
        sql`${eq(jobs.id, id)} AND ${jobs.failure} IS NOT NULL AND ${jobs.leasedUntil} IS NULL`,
      )
      .returning()
    const known = job ?? (await beginAgain(tx, id))
    const after = aboutJob(known)
    await recordAction(tx, actor, { ...aboutAccount(''), action: 'retry', reason: '', after }, now)
  })
}

/** Adds a job again that was given up. */
async function beginAgain(tx: Transaction, id: string) {
  const failed = await takeFailed(tx, id)
  const { name, subject, priority, payer } = failed
  // Unless another one about the same waits already.
  await tx
    .insert(jobs)
    .values({ id: newId(), name, subject, priority, payer, dueAt: sql`now()` })
    .onConflictDoNothing()
  return failed
}

async function takeFailed(tx: Transaction, id: string) {
  const [failed] = await tx.delete(failedJobs).where(eq(failedJobs.id, id)).returning()
  if (!failed) throw new NotFoundError()
  return failed
}

/** Forgets a job that was given up. @throws NotFoundError */
export async function discardJob(
  db: Database,
  actor: RoleHolder,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = aboutJob(await takeFailed(tx, id))
    const entry = { ...aboutAccount(''), action: 'discard_job' as const, reason: '', before }
    await recordAction(tx, actor, entry, now)
  })
}

const sizesSchema = z.array(
  z.object({
    kind: z.enum(STORED_KINDS),
    count: z.coerce.number(),
    bytes: z.coerce.number(),
  }),
)

/** What is stored, by kind. */
export async function readStorage(db: Database): Promise<System['storage']> {
  const kept = sql`${files} WHERE trashed_at IS NULL`
  const sums: Record<StoredKind, ReturnType<typeof sql>> = {
    project: sql`count(*), sum(size) FROM ${kept} AND purpose = 'project'`,
    original: sql`count(*), sum(original_size) FROM ${kept} AND original_size IS NOT NULL`,
    image: sql`count(*), sum(size) FROM ${kept} AND purpose = 'image'`,
    animation: sql`count(*), sum(animation_size) FROM ${kept} AND animation_size IS NOT NULL`,
    scaled: sql`count(*), sum(size) FROM ${derivedPictures}`,
    colour: sql`count(*), sum(size) FROM ${colourVariants}`,
    trash: sql`count(*), sum(size) FROM ${files} WHERE trashed_at IS NOT NULL`,
  }
  const parts = STORED_KINDS.map(
    (kind, at) => sql`SELECT ${at}::integer AS n, ${kind}::text AS kind, ${sums[kind]}`,
  )
  const { rows } = await db.execute(sql`
    SELECT kind, count, bytes FROM (${sql.join(parts, sql` UNION ALL `)})
      AS stored (n, kind, count, bytes) WHERE count > 0 ORDER BY n`)
  return sizesSchema.parse(rows)
}

/** Backups of the schedule. */
export async function readMade(
  db: Database,
  backups: Backups | undefined,
): Promise<Omit<System['backups'], 'last' | 'tried'>> {
  const [record, check, [job]] = await Promise.all([
    readRecord(db, 'backup'),
    readRecord(db, 'check'),
    db
      .select({
        dueAt: jobs.dueAt,
        isRunning: sql<boolean>`coalesce(${jobs.leasedUntil} >= now(), false)`,
        isDue: sql<boolean>`${jobs.dueAt} <= now()`,
      })
      .from(jobs)
      .where(eq(jobs.name, BACKUP_JOB)),
  ])
  const isScheduled = backups !== undefined
  const isRunning = job !== undefined && (job.isRunning || job.isDue)
  const failure = record.failing?.reason ?? check.failing?.reason ?? ''
  return {
    is_scheduled: isScheduled,
    is_running: isScheduled && isRunning,
    next: isScheduled && job && !isRunning ? job.dueAt.toISOString() : null,
    failure: isScheduled ? failure.slice(0, FAILURE_MAX) : '',
    made: record.made.map(({ at, bytes, triedAt }) => ({ at, bytes, tried_at: triedAt })),
  }
}

/** Lets the job make a backup now. @throws NotFoundError where the backend makes none. */
export async function runBackup(
  db: Database,
  backups: Backups | undefined,
  actor: RoleHolder,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const entry = { ...aboutAccount(''), action: 'backup' as const, reason: '' }
    await recordAction(tx, actor, entry, now)
    if (!backups || !(await bringForward(tx))) throw new NotFoundError()
  })
}
