import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { jobs } from '#backend/db/drawing-schema.ts'
import { files } from '#backend/db/schema.ts'
import { FileMissing } from '#backend/http/errors.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { Handler } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { giveUpDrawings, makeDrawings } from './make-drawings.ts'

/** Makes the drawings of a file safe; the subject is the file's id. */
export const DRAWINGS_JOB = 'drawings'

const BATCH = 100

type Parts = { db: Database; storage: Storage; workers: Pool }

export const drawingsHandler = (parts: Parts): Handler => ({
  run: (fileId, context) => makeDrawings(parts, fileId, context),
  giveUp: (fileId) => giveUpDrawings(parts, fileId),
})

/**
 * Puts the files into the queue that were stored before drawings were made safe once, earlier versions
 * and what nobody attached included. In small batches, and again at each start until none is left.
 */
export async function enqueueMissing(db: Database, signal: AbortSignal): Promise<void> {
  let after = ''
  while (!signal.aborted) {
    const rows = await db
      .select({ id: files.id })
      .from(files)
      .where(
        and(
          gt(files.id, after),
          eq(files.purpose, 'project'),
          ne(files.state, 'pending'),
          isNull(files.drawings),
        ),
      )
      .orderBy(files.id)
      .limit(BATCH)
    for (const { id } of rows) {
      await enqueue(db, { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.later })
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}

/**
 * How far the drawings of one's own file are.
 * @throws FileMissing also for somebody else's.
 */
export async function fileState(db: Database, uid: string, id: string) {
  const [row] = await db
    .select({
      drawings: files.drawings,
      purpose: files.purpose,
      done: jobs.done,
      total: jobs.total,
    })
    .from(files)
    .leftJoin(jobs, and(eq(jobs.subject, files.id), eq(jobs.name, DRAWINGS_JOB)))
    .where(and(eq(files.id, id), eq(files.ownerUid, uid), ne(files.state, 'pending')))
  if (!row) throw new FileMissing(['id'])
  const isReady = row.purpose !== 'project' || row.drawings === 'ready'
  const { done, total } = row
  return { state: isReady ? 'ready' : 'working', done: done ?? 0, total: total ?? 0 } as const
}
