import type { Logger } from 'pino'
import type { FaultLog } from '#lib/log/faults.ts'
import type { Database } from '#backend/db/connect.ts'
import { reportFailure } from '#backend/report-failure.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { sweepSessions } from '#backend/services/session/sweep.ts'
import { forgetVisits } from '#backend/services/statistic/forget.ts'
import { sweepUnknown } from './sweep-unknown.ts'
import { sweepUploads } from './sweep.ts'

/** How often uploads that nobody used are looked for, and objects that no row names, in ms. */
const UPLOADS_MS = 10 * 60 * 1000
const UNKNOWN_MS = 3600 * 1000

type Options = {
  db: Database
  storage: Storage
  log: Logger
  faults: FaultLog
  signal: AbortSignal
}

/**
 * Sweeps uploads now and both at intervals until `signal`; the process may end meanwhile.
 * @returns what begins the look for unknown objects; for when the first requests can be answered.
 */
export async function startSweeping(
  { db, storage, log, faults, signal }: Options,
  isAlone: boolean,
): Promise<() => void> {
  const sweepAll = async (alone: boolean) => {
    await forgetVisits(db, new Date())
    await sweepSessions(db, new Date())
    await sweepUploads({ db, storage }, { now: new Date(), isAlone: alone })
  }
  await sweepAll(isAlone)
  let isBusy = false
  const lookForUnknown = async () => {
    if (isBusy || signal.aborted) return
    isBusy = true
    try {
      const { isRefused, total, unknown, moved } = await sweepUnknown(
        { db, storage },
        { now: new Date() },
      )
      if (isRefused) log.error({ total, unknown }, TOO_MANY)
      else if (moved > 0) log.warn({ total, moved }, 'unknown objects were moved to the trash')
    } catch (error) {
      if (!signal.aborted) reportFailure({ faults, log }, error, 'sweep of unknown objects')
    } finally {
      isBusy = false
    }
  }
  const sweep = () =>
    sweepAll(false).catch((error: unknown) => {
      if (!signal.aborted) reportFailure({ faults, log }, error, 'sweep')
    })
  const timers = [
    setInterval(() => void sweep(), UPLOADS_MS).unref(),
    setInterval(() => void lookForUnknown(), UNKNOWN_MS).unref(),
  ]
  signal.addEventListener('abort', () => timers.forEach((timer) => clearInterval(timer)))
  return () => void lookForUnknown()
}

const TOO_MANY =
  'so many stored objects are named by no row of the database that none was moved to the trash: ' +
  'put back the database that belongs to the files, or move them with `npm run admin -- sweep`'
