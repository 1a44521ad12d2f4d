import { earliestTime } from '#backend/db/earliest-time.ts'
import { sweepSessions } from '#backend/services/session/manage.ts'
import type { Database } from '#backend/db/connect.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { sweepAccessTokens } from '#backend/services/access-token/manage.ts'
import { settlePackages, sweepFormerPackages } from '#backend/services/project/former-packages.ts'
import { sweepParts } from '#backend/services/drawing/made.ts'
import { sweepFailed } from '#backend/services/job/failed.ts'
import { sweepPayers } from '#backend/services/job/payers.ts'
import { sweepNetworks } from '#backend/services/limit/account-networks.ts'
import { sweepKeptForms } from '#backend/services/kept-form/keep.ts'
import { sweepKept } from '#backend/services/hidden/kept.ts'
import { sweepReportAddresses } from '#backend/services/hidden/report-addresses.ts'
import { aggregateCounts } from '#backend/services/statistic/aggregate.ts'
import { deletePastVisits } from '#backend/services/statistic/forget.ts'
import { sweepUnknown } from './sweep-unknown.ts'
import { sweepUploads } from './sweep.ts'
import { sweepUnfinished } from './unfinished.ts'

/** Intervals of the sweeps of unused uploads and of unknown objects, in milliseconds. */
const UPLOADS_MS = 10 * 60 * 1000
const UNKNOWN_MS = 3600 * 1000

type Options = Pick<Parts, 'db' | 'storage' | 'log' | 'failures'> & {
  signal: AbortSignal
  /** What else is due at intervals, such as messages about what a sweep did, once requests can be answered. */
  notify: () => Promise<void>
}

/**
 * Sweeps uploads, unfinished ones, former packages, files of deleted hidden projects, addresses of reports, parts of drawings, shares of jobs, failed jobs, sessions, access tokens, used
 * identity tokens, networks of accounts, kept forms and visits now, and those and unknown objects at intervals until `signal` aborts.
 * @returns a function that starts the first sweep of unknown objects, and messages about former packages, once requests can be answered.
 */
export async function startSweeping(
  { db, storage, log, failures, signal, notify: send }: Options,
  isAlone: boolean,
): Promise<() => void> {
  const clock = createSweepClock(db)
  const sweepAll = async (alone: boolean) => {
    const now = await clock()
    await settlePackages(db, now)
    await sweepFormerPackages({ db, storage }, now)
    await sweepKept({ db, storage }, now)
    await sweepReportAddresses(db, now)
    await deletePastVisits(db, now)
    await sweepSessions(db, now)
    await sweepAccessTokens(db, now)
    await sweepKeptForms(db, now)
    await sweepUploads({ db, storage }, { now, isAlone: alone })
    await sweepUnfinished({ db, storage }, { now, isAlone: alone })
    await sweepParts({ db, storage })
    await sweepPayers(db)
    await sweepNetworks(db, now)
    await sweepFailed(db, now)
  }
  await sweepAll(isAlone)
  let isBusy = false
  const sweepUnknownOnce = async () => {
    if (isBusy || signal.aborted) return
    isBusy = true
    try {
      const { isRefused, total, unknown, moved } = await sweepUnknown(
        { db, storage },
        { now: await clock() },
      )
      if (isRefused) log.error({ total, unknown }, TOO_MANY)
      else if (moved > 0) log.warn({ total, moved }, 'unknown objects moved to the trash')
    } catch (error) {
      if (!signal.aborted) reportFailure({ failures, log }, error, 'sweep of unknown objects')
    } finally {
      isBusy = false
    }
  }
  const report = (error: unknown) => {
    if (!signal.aborted) reportFailure({ failures, log }, error, 'sweep')
  }
  const notify = () => send().catch(report)
  // Not before requests are answered: the first time it takes a while.
  const aggregate = async () => void (await aggregateCounts(db, await clock()))
  const sweep = () => sweepAll(false).then(aggregate).then(notify).catch(report)
  const timers = [
    setInterval(() => void sweep(), UPLOADS_MS).unref(),
    setInterval(() => void sweepUnknownOnce(), UNKNOWN_MS).unref(),
  ]
  signal.addEventListener('abort', () => timers.forEach((timer) => clearInterval(timer)))
  return () => {
    void notify()
    void aggregate().catch(report)
    void sweepUnknownOnce()
  }
}

const TOO_MANY =
  'too many stored objects are unknown to the database, so that none was moved to the trash: ' +
  'restore the database that belongs to the files, or move them with `npm run admin -- sweep`'

type Clocks = {
  /** Of this process: its clock, in ms since the epoch, and elapsed time in ms. */
  now?: () => number
  elapsed?: () => number
}

/**
 * A clock for deletions: the earliest of the clocks of process and database, and of the time since the process started. One
 * that jumps ahead deletes nothing too early; a machine that slept deletes later.
 */
export function createSweepClock(
  db: Database,
  { now = Date.now, elapsed = () => performance.now() }: Clocks = {},
): () => Promise<Date> {
  const start = now() - elapsed()
  return () => earliestTime(db, new Date(Math.min(now(), start + elapsed())))
}
