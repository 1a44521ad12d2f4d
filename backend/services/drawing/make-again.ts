import { eq } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { milestones } from '#backend/db/schema.ts'
import type { Handler } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { enqueueFilesWith } from './enqueue-files.ts'
import { recordChange } from './fill-tones.ts'
import { makeDrawings } from './make-drawings.ts'

/** Job that makes the drawings of a file once more; the subject is the id of the file. */
export const AGAIN_JOB = 'drawings-again'
/** Reached when these jobs are in the queue. */
const ENQUEUED = 'slow-drawings-enqueued'

type Deps = { db: Database; storage: Storage; workers: Pool }

export const againHandler = (deps: Deps): Handler => ({
  async run(fileId, context) {
    const outcome = await makeDrawings(deps, fileId, { ...context, isAgain: true })
    if (outcome !== 'unfinished') await recordChange(deps.db, fileId)
    return outcome
  },
  // The file keeps the drawings that it has.
  giveUp: async () => undefined,
})

/**
 * Enqueues the job, once per database, for each file with a drawing that was refused as too slow: releases before this one refused by
 * elapsed time, on a busy machine also drawings that cost little. Those that cost too much are refused again.
 */
export async function enqueueSlow(db: Database, signal: AbortSignal): Promise<void> {
  const [reached] = await db.select().from(milestones).where(eq(milestones.name, ENQUEUED))
  if (reached) return
  await enqueueFilesWith(
    db,
    { name: AGAIN_JOB, condition: eq(fileDrawings.refused, 'too_slow') },
    signal,
  )
  if (signal.aborted) return
  await db
    .insert(milestones)
    .values({ name: ENQUEUED, reachedAt: new Date() })
    .onConflictDoNothing()
}
