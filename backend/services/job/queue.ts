import { sql } from 'drizzle-orm'
import { FAILURE_MAX } from '#lib/contract/admin/system.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { failedJobs, jobs } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { type ClaimedJob, LEASE_S } from './claim.ts'
import { LaterError } from './later-error.ts'

/** Back-off before the first retry, in seconds; it doubles with each attempt. */
const BACK_OFF_S = 2
export const ATTEMPTS_MAX = 10

/** `soon`: a request waits for the result. `again`: replaces what is shown meanwhile; less by the views of its project. */
export const PRIORITY = { soon: 0, later: 10, again: 2_000_000_000 } as const

/**
 * The names of jobs. The module of a job adds its name, and `backend/start-jobs.ts` does not compile without its handler: what is
 * enqueued is run.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the modules of jobs
export interface JobNames {}
export type JobName = keyof JobNames

type NewJob = {
  name: JobName
  subject: string
  priority: number
  /** Who takes turns for it (`payers.ts`); the account of its file without it. */
  payer?: string | null
  /** Its drawings, from which its cost is estimated. */
  total?: number
}

/**
 * Adds a job to the queue, as part of the transaction if there is one. Does nothing if the queue has a
 * job of the same name and subject.
 */
export async function enqueue(tx: Database | Transaction, job: NewJob): Promise<void> {
  await tx
    .insert(jobs)
    .values({ ...job, id: newId(), dueAt: sql`now()` })
    .onConflictDoNothing()
}

/** Renews the lease and stores the progress, if given. @returns whether this worker still has the lease. */
export async function renew(
  db: Database,
  { id, worker }: ClaimedJob,
  progress?: { done: number; total: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE ${jobs} SET leased_until = now() + make_interval(secs => ${LEASE_S})
      ${progress ? sql`, done = ${progress.done}, total = ${progress.total}` : sql``}
    WHERE id = ${id} AND worker = ${worker}`)
  return rowCount === 1
}

/** Deletes a job that is done, and the one about the same that was given up before. */
export async function finish(db: Database, { id, worker }: ClaimedJob): Promise<void> {
  await db.execute(sql`
    WITH gone AS (DELETE FROM ${jobs} WHERE id = ${id} AND worker = ${worker} RETURNING name, subject)
    DELETE FROM ${failedJobs} USING gone
    WHERE ${failedJobs.name} = gone.name AND ${failedJobs.subject} = gone.subject`)
}

type Turn = { done: number; total: number; spentMs: number }

/** Returns a job that has more to do, after its turn. What it has done is kept, so that its attempts count anew. */
export async function yieldTurn(
  db: Database,
  { id, worker }: ClaimedJob,
  { done, total, spentMs }: Turn,
): Promise<void> {
  await db.execute(sql`
    UPDATE ${jobs} SET worker = NULL, leased_until = NULL, attempts = 0, due_at = now(), failure = NULL,
      done = ${done}, total = ${total}, spent_ms = spent_ms + ${Math.round(spentMs)}::integer
    WHERE id = ${id} AND worker = ${worker}`)
}

/**
 * Why a job is returned to the queue: it was interrupted and starts again at once; it waits for a time that is known
 * (`LaterError`), and has not begun; it failed and is retried after a back-off, up to `ATTEMPTS_MAX` times; or a
 * subsystem (database, disk) is unavailable, which is retried without end, since it is not the fault of the job.
 */
export type ReturnReason = 'interrupted' | LaterError | 'failed' | 'unavailable'

/** @param error why it failed. */
export async function putBack(
  db: Database,
  { id, worker, attempts }: ClaimedJob,
  reason: ReturnReason,
  error?: unknown,
): Promise<void> {
  const { pause, counted } = toReturn(attempts, reason)
  const failure = error instanceof Error ? error.message.slice(0, FAILURE_MAX) : null
  await db.execute(sql`
    UPDATE ${jobs} SET worker = NULL, leased_until = NULL, done = 0, attempts = ${counted},
      failure = coalesce(${failure}, failure), due_at = now() + make_interval(secs => ${pause})
    WHERE id = ${id} AND worker = ${worker}`)
}

/** Seconds until the next attempt, and the attempts that count until then. */
function toReturn(attempts: number, reason: ReturnReason): { pause: number; counted: number } {
  if (reason instanceof LaterError) return { pause: reason.seconds, counted: attempts - 1 }
  if (reason === 'interrupted') return { pause: 0, counted: attempts - 1 }
  const pause = BACK_OFF_S * 2 ** Math.min(attempts, ATTEMPTS_MAX)
  if (reason === 'failed') return { pause, counted: attempts }
  return { pause, counted: Math.min(attempts, ATTEMPTS_MAX - 1) }
}

/**
 * Frees all leases, when the only backend of a database starts: their workers are dead. Interrupted
 * attempts count, so that a job that kills its process is given up in the end.
 */
export async function freeLeases(db: Database): Promise<void> {
  await db.execute(sql`
    UPDATE ${jobs} SET worker = NULL, leased_until = NULL WHERE leased_until IS NOT NULL`)
}
