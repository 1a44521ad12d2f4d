import { earliestTime } from '#backend/db/earliest-time.ts'
import type { Database } from '#backend/db/connect.ts'

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
