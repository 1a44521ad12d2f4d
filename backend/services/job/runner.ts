import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FaultLog } from '#lib/log/faults.ts'
import type { Database } from '#backend/db/connect.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { ATTEMPTS_MAX, type Claimed, claim, finish, LEASE_S, putBack, renew } from './queue.ts'

export type JobContext = {
  /** Fires when the process stops or when the job is not this worker's any more. */
  signal: AbortSignal
  /** Tells how far it is; written at most twice a second. */
  progress: (done: number, total: number) => Promise<void>
}
export type Handler = {
  /** Does the work on a subject; done twice it must do no harm. */
  run: (subject: string, context: JobContext) => Promise<void>
  /** After the last attempt: leaves the subject in a state that others can go on with. */
  giveUp: (subject: string) => Promise<void>
}
type Options = {
  db: Database
  log: Logger
  faults: FaultLog
  handlers: Record<string, Handler>
  /** Jobs at the same time. */
  concurrency: number
  /** How often other backends' jobs and repetitions are looked for, in milliseconds. */
  pollMs?: number
}

const POLL_MS = 2_000
const PROGRESS_MS = 500

/** Does the jobs of the queue until it is stopped. No connection is held while a job runs. */
export function startJobs({ db, handlers, concurrency, pollMs = POLL_MS, ...reports }: Options) {
  const stopping = new AbortController()
  const { signal } = stopping
  let sleeping = new AbortController()

  async function work() {
    while (!signal.aborted) {
      // Taken before the look into the queue: what is put in meanwhile ends the pause at once.
      const woken = sleeping.signal
      const job = await next()
      if (job) await perform(job)
      else await pause(woken)
    }
  }
  async function next(): Promise<Claimed | null> {
    try {
      const job = await claim(db)
      reports.faults.works('database')
      return job
    } catch (error) {
      reportFailure(reports, error, 'job queue')
      return null
    }
  }
  async function pause(woken: AbortSignal = signal) {
    await wait(pollMs, undefined, { ref: false, signal: AbortSignal.any([signal, woken]) }).catch(
      () => undefined,
    )
  }
  async function perform(job: Claimed) {
    try {
      await attempt(job)
    } catch (error) {
      // The database is away: the lease runs out, and somebody takes the job again.
      reportFailure(reports, error, 'job', { job: job.name })
      await pause()
    }
  }
  async function attempt(job: Claimed) {
    const handler = handlers[job.name]
    const lost = new AbortController()
    const both = AbortSignal.any([signal, lost.signal])
    const keep = async (reached?: { done: number; total: number }) => {
      if (!(await renew(db, job, reached))) lost.abort()
    }
    const beat = setInterval(() => void keep().catch(() => undefined), (LEASE_S * 1000) / 4)
    let told = 0
    async function progress(done: number, total: number) {
      if (performance.now() - told < PROGRESS_MS) return
      told = performance.now()
      await keep({ done, total })
    }
    try {
      // A job that killed its process each time is not tried again for ever.
      if (job.attempts > ATTEMPTS_MAX || !handler) await handler?.giveUp(job.subject)
      else await handler.run(job.subject, { signal: both, progress })
      if (both.aborted) await putBack(db, job, { isFailure: false })
      else await finish(db, job)
    } catch (err) {
      if (both.aborted) return await putBack(db, job, { isFailure: false })
      reportFailure(reports, err, 'job failed', { job: job.name, attempt: job.attempts })
      await putBack(db, job, { isFailure: true })
    } finally {
      clearInterval(beat)
    }
  }

  const workers = Array.from({ length: concurrency }, () => work())
  return {
    /** There may be something to do at once. */
    wake() {
      sleeping.abort()
      sleeping = new AbortController()
    },
    /** Gives back what is being done, and ends. */
    async stop() {
      stopping.abort()
      await Promise.all(workers)
    },
  }
}
export type Jobs = ReturnType<typeof startJobs>
