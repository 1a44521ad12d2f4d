import { eq, sql } from 'drizzle-orm'
import { jobs } from '#backend/db/tables.ts'
import { claim, type Wanted } from '#backend/services/job/claim.ts'
import { enqueue, finish } from '#backend/services/job/queue.ts'
import { charge } from '#backend/services/job/payers.ts'
import { startTestBackend } from './backend.ts'

type New = { priority?: number; total?: number }

export const times = (length: number, ms: number) => Array.from({ length }, () => ms)

/** A test backend whose jobs only the test runs. Their name is `work`. */
export async function startJobQueue() {
  const backend = await startTestBackend()
  await backend.jobs.stop()
  const { db } = backend
  let count = 0
  const next = (wanted: Partial<Wanted> = {}, database = db) =>
    claim(database, { names: ['release'], ...wanted })
  return {
    ...backend,
    next,
    /** Adds a job that is due after those before it. */
    async put(payer: string | null, subject: string, { priority = 0, total = 0 }: New = {}) {
      await enqueue(db, { name: 'release', subject, priority, payer, total })
      const dueAt = new Date(Date.UTC(2026) + (count += 1))
      await db.update(jobs).set({ dueAt }).where(eq(jobs.subject, subject))
    },
    /** Subjects in the order in which jobs are claimed by the databases in turn, each finished before the next. */
    async inOrder(databases = [db]) {
      const order: string[] = []
      for (;;) {
        const job = await next({}, databases[order.length % databases.length])
        if (!job) return order
        order.push(job.subject)
        await finish(db, job)
      }
    },
    /** Moves the times of all payers into the past, as if the clock of the database had gone on. */
    later: (seconds: number) =>
      db.execute(sql`UPDATE job_shares SET debt_at = debt_at - make_interval(secs => ${seconds}),
        turn_at = turn_at - make_interval(secs => ${seconds})`),
    /** Charges a payer for drawings that cost the same. */
    drew: (payer: string, drawings: number, ms: number) =>
      charge(db, payer, { cpuMs: drawings * ms, drawings: times(drawings, ms) }),
  }
}
