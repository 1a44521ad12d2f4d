import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { jobs } from '#backend/db/drawing-schema.ts'
import { newId } from '#backend/services/project/id.ts'

/** A worker that says nothing for so long is taken for dead, in seconds. */
export const LEASE_S = 60
/** The first repetition waits so long, in seconds; each next one twice as long. */
const BACK_OFF_S = 2
export const ATTEMPTS_MAX = 10

/** Work for people who wait, and work that nobody waits for. */
export const PRIORITY = { soon: 0, later: 10 } as const

const claimedSchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
})
/** A job that this worker alone may do while it renews its lease. */
export type Claimed = z.infer<typeof claimedSchema> & { worker: string }

/**
 * Puts work into the queue; in a transaction, it is there when that is kept. The same work on the
 * same subject is not put in twice.
 */
export async function enqueue(
  tx: Database | Transaction,
  job: { name: string; subject: string; priority: number },
): Promise<void> {
  await tx
    .insert(jobs)
    .values({ ...job, id: newId(), dueAt: sql`now()` })
    .onConflictDoNothing()
}

/**
 * Takes the next job that is due and that nobody works on. One statement, so that it works over one
 * connection; `SKIP LOCKED`, so that several backends never wait for each other. All times are the
 * database's: backends may have different clocks.
 */
export async function claim(db: Database): Promise<Claimed | null> {
  const worker = newId()
  const { rows } = await db.execute(sql`
    UPDATE ${jobs} SET worker = ${worker}, attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${LEASE_S})
    WHERE id = (
      SELECT id FROM ${jobs}
      WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())
      ORDER BY priority, due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, name, subject, attempts`)
  const [row] = rows
  return row ? { ...claimedSchema.parse(row), worker } : null
}

/** Renews the lease, with the progress if it is known. @returns whether the job is still this worker's. */
export async function renew(
  db: Database,
  { id, worker }: Claimed,
  progress?: { done: number; total: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE ${jobs} SET leased_until = now() + make_interval(secs => ${LEASE_S})
      ${progress ? sql`, done = ${progress.done}, total = ${progress.total}` : sql``}
    WHERE id = ${id} AND worker = ${worker}`)
  return rowCount === 1
}

/** Takes a job that is done, or given up, out of the queue. */
export async function finish(db: Database, { id, worker }: Claimed): Promise<void> {
  await db.execute(sql`DELETE FROM ${jobs} WHERE id = ${id} AND worker = ${worker}`)
}

/** Gives a job back, to be tried again: at once, or after a pause that grows with each attempt. */
export async function putBack(
  db: Database,
  { id, worker, attempts }: Claimed,
  { isFailure }: { isFailure: boolean },
): Promise<void> {
  const pause = isFailure ? BACK_OFF_S * 2 ** Math.min(attempts, 10) : 0
  await db.execute(sql`
    UPDATE ${jobs} SET worker = NULL, leased_until = NULL, done = 0,
      attempts = attempts - ${isFailure ? 0 : 1},
      due_at = now() + make_interval(secs => ${pause})
    WHERE id = ${id} AND worker = ${worker}`)
}

/** At the start of the only backend: whoever held a lease is dead. A cut-off attempt counts. */
export async function freeLeases(db: Database): Promise<void> {
  await db.execute(sql`
    UPDATE ${jobs} SET worker = NULL, leased_until = NULL WHERE leased_until IS NOT NULL`)
}
