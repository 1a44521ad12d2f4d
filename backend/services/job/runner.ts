import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Logger } from 'pino'
import type { FailureLog } from '#lib/log/failures.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { isTransient } from '#lib/worker/error.ts'
import type { Database } from '#backend/db/connect.ts'
import { count } from '#lib/telemetry/registry.ts'
import { inOwnTrace } from '#lib/telemetry/trace.ts'
import { failedSubsystem, reportFailure } from '#backend/report-failure.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import { claim, type ClaimedJob, LEASE_S, SLICE_MS, type Wanted } from './claim.ts'
import { keepFailed } from './failed.ts'
import { LaterError } from './later-error.ts'
import { ATTEMPTS_MAX, finish, type JobName, putBack, renew, yieldTurn } from './queue.ts'
import { charge, type JobCost } from './payers.ts'

/** The turn of a job: what it may take, and what it took. */
export type Slice = {
  /** Processor time that is left of the turn, in milliseconds. At 0 the job keeps what it has and returns `unfinished`. */
  leftMs: () => number
  /** Reports processor time that a worker has measured. */
  spend: (cost: JobCost) => void
}
export type JobContext = {
  /** Aborts when the process stops or the lease is lost. */
  signal: AbortSignal
  /** Reports progress; stored at most twice a second. */
  progress: (done: number, total: number) => Promise<void>
  slice: Slice
  /** Who pays, for work in worker processes that reports no processor time itself (`Slice.spend`). */
  payer: Payer
}
/** `unfinished` if a job has more to do after its turn. */
export type JobOutcome = 'unfinished' | void
export type JobHandler = {
  /** Runs the job for a subject. Must be idempotent. @throws LaterError to begin again at a time that is known. */
  run: (subject: string, context: JobContext) => Promise<JobOutcome>
  /** Called after the last attempt: leaves the subject in a usable state, where that takes anything. */
  giveUp?: (subject: string) => Promise<void>
}
type Options = {
  db: Database
  log: Logger
  failures: FailureLog
  /** The jobs that are run, by name; others are left to other runners. */
  handlers: { [N in JobName]?: JobHandler }
  /** Jobs that run at the same time. */
  concurrency: number
  /** Further places, for jobs that are estimated to be quick: they wait for no other. */
  quick?: number
  /** Jobs that a payer may have running at the same time, so that it never holds all places. */
  perPayer?: number
  /** How often the queue is polled for retries and jobs of other backends, in milliseconds. */
  pollMs?: number
}

const POLL_MS = 2_000
const PROGRESS_MS = 500

/** Pauses until the next poll: they end when there may be a job, and when the process stops. */
function createPauses(pollMs: number, signal: AbortSignal) {
  let sleeping = new AbortController()
  return {
    woken: () => sleeping.signal,
    async pause(woken: AbortSignal = signal) {
      const options = { ref: false, signal: AbortSignal.any([signal, woken]) }
      await sleep(pollMs, undefined, options).catch(() => undefined)
    },
    wake() {
      sleeping.abort()
      sleeping = new AbortController()
    },
  }
}

/** Runs the jobs of the queue until it is stopped. No connection is held while a job runs. */
export function startJobs({ db, handlers, pollMs = POLL_MS, ...options }: Options) {
  const { concurrency, quick = 0, perPayer, ...reports } = options
  const byName: Readonly<Record<string, JobHandler | undefined>> = handlers
  const stopping = new AbortController()
  const { signal } = stopping
  const wanted = { names: Object.keys(handlers), ...(perPayer !== undefined && { perPayer }) }
  const { woken: wokenNow, pause, wake } = createPauses(pollMs, signal)

  async function work(what: Wanted, turn: LimitFunction) {
    while (!signal.aborted) {
      const job = await turn(() => wait(what))
      if (!job) continue
      await perform(job)
      // A place of its payer is free, which the worker that waits may have needed.
      wake()
    }
  }
  /** Polls the queue until it has a job, or the process stops. */
  async function wait(what: Wanted): Promise<ClaimedJob | null> {
    while (!signal.aborted) {
      // Read before the queue is polled: a job that is enqueued in the meantime ends the pause.
      const woken = wokenNow()
      const job = await next(what)
      if (job) return job
      await pause(woken)
    }
    return null
  }
  async function next(what: Wanted): Promise<ClaimedJob | null> {
    try {
      const job = await claim(db, what)
      reports.failures.works('database')
      return job
    } catch (error) {
      reportFailure(reports, error, 'job queue')
      return null
    }
  }
  async function perform(job: ClaimedJob) {
    try {
      await inOwnTrace(`job ${job.name}`, { 'job.attempt': job.attempts }, () => attempt(job))
    } catch (error) {
      // The database is unavailable: the lease expires, and the job is claimed again.
      reportFailure(reports, error, 'job', { job: job.name })
      await pause()
    }
  }
  async function attempt(job: ClaimedJob) {
    const handler = byName[job.name]
    const lost = new AbortController()
    const stopped = AbortSignal.any([signal, lost.signal])
    const renewLease = async (state?: { done: number; total: number }) => {
      if (!(await renew(db, job, state))) lost.abort()
    }
    const heartbeat = setInterval(
      () => void renewLease().catch(() => undefined),
      (LEASE_S * 1000) / 4,
    )
    let reportedAt = 0
    const state = { done: 0, total: 0 }
    async function progress(done: number, total: number) {
      Object.assign(state, { done, total })
      if (performance.now() - reportedAt < PROGRESS_MS) return
      reportedAt = performance.now()
      await renewLease(state)
    }
    const { slice, payer, spent } = startSlice(job)
    try {
      // A job that killed its process at every attempt is not retried again.
      const isGivenUp = job.attempts > ATTEMPTS_MAX || !handler
      const outcome = isGivenUp
        ? await handler?.giveUp?.(job.subject)
        : await handler.run(job.subject, { signal: stopped, progress, slice, payer })
      countJob(job, stopped.aborted ? 'interrupted' : isGivenUp ? 'given_up' : (outcome ?? 'done'))
      if (stopped.aborted) return await putBack(db, job, 'interrupted')
      await charge(db, job.payer, spent)
      if (outcome === 'unfinished') await yieldTurn(db, job, { ...state, spentMs: spent.cpuMs })
      else await (isGivenUp ? keepFailed : finish)(db, job)
    } catch (error) {
      const result = error instanceof LaterError ? 'later' : 'failed'
      countJob(job, stopped.aborted ? 'interrupted' : result)
      if (stopped.aborted) return await putBack(db, job, 'interrupted')
      if (error instanceof LaterError) return await putBack(db, job, error)
      reportFailure(reports, error, 'job failed', { job: job.name, attempt: job.attempts })
      await putBack(db, job, isUnavailable(error) ? 'unavailable' : 'failed', error)
      await charge(db, job.payer, spent)
    } finally {
      clearInterval(heartbeat)
    }
  }

  /** One of them polls. When it has a job, the next one does: more would ask the database for the same job. */
  function startWorkers(length: number, what: Wanted) {
    const turn = pLimit(1)
    return Array.from({ length }, () => work(what, turn))
  }
  const workers = [
    ...startWorkers(quick, { ...wanted, isQuick: true }),
    ...startWorkers(concurrency, wanted),
  ]
  return {
    /** Polls the queue now. */
    wake,
    /** Stops; running jobs are returned to the queue. */
    async stop() {
      stopping.abort()
      await Promise.all(workers)
    },
  }
}
export type Jobs = ReturnType<typeof startJobs>

function startSlice({ payer: name }: ClaimedJob) {
  const spent = { cpuMs: 0, drawings: new Array<number>() }
  const slice: Slice = {
    leftMs: () => Math.max(0, SLICE_MS - spent.cpuMs),
    spend({ cpuMs, drawings }) {
      spent.cpuMs += cpuMs
      spent.drawings.push(...drawings)
    },
  }
  const payer: Payer = { name, charge: (cpuMs) => void (spent.cpuMs += cpuMs) }
  return { slice, payer, spent }
}

const countJob = ({ name }: ClaimedJob, result: string) =>
  count('keystrip_jobs_total', [name, result])

/**
 * Whether a subsystem failed, or the machine was too busy, which is not the fault of the job. A lost object stays lost, so that retries
 * must end.
 */
const isUnavailable = (error: unknown) =>
  isTransient(error) ||
  (failedSubsystem(error) !== undefined && !(error instanceof ObjectMissingError))
