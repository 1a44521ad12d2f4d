import { and, asc, exists, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { files } from '#backend/db/schema.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { accountShare } from '#backend/services/job/shares.ts'

/** Files per statement: for each it may scan the index of all its drawings. */
const BATCH = 20

/** Enqueues a job for each file that has drawings of which the condition holds. */
export async function enqueueFilesWith(
  db: Database,
  { name, condition }: { name: string; condition: SQL | undefined },
  signal: AbortSignal,
): Promise<void> {
  const found = db
    .select({ exists: sql`1` })
    .from(fileDrawings)
    .where(and(eq(fileDrawings.fileId, files.id), condition))
  for (let after = ''; !signal.aborted;) {
    const rows = await db
      .select({ id: files.id, uid: files.ownerUid, isFound: exists(found).mapWith(Boolean) })
      .from(files)
      .where(and(gt(files.id, after), eq(files.purpose, 'project'), eq(files.drawings, 'ready')))
      .orderBy(asc(files.id))
      .limit(BATCH)
    for (const { id, uid, isFound } of rows) {
      const share = uid === null ? null : accountShare(uid)
      if (isFound) await enqueue(db, { name, subject: id, priority: PRIORITY.later, share })
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}
