import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { authors, files, projects } from '#backend/db/schema.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { Handler } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { convertBatch } from './convert-batch.ts'
import { batchesOf, readPacked } from './read-packed.ts'

/** Looks at the tones of a file's drawings that were made before tones were; the subject is its id. */
export const TONES_JOB = 'tones'
/** Files that one statement looks at: for each it may read the drawings' whole range of the index. */
const BATCH = 20

type Parts = { db: Database; storage: Storage; workers: Pool }

export const tonesHandler = (parts: Parts): Handler => ({
  run: (fileId, { signal }) => fillTones(parts, fileId, signal),
  // Shown on a light ground until the next start, which tries again.
  giveUp: async () => undefined,
})

/** Which drawings nobody has looked at. */
const isMissing = and(isNull(fileDrawings.tone), isNotNull(fileDrawings.offset))

/** Puts the files into the queue whose drawings have no tone; again at each start until none is left. */
export async function enqueueTones(db: Database, signal: AbortSignal): Promise<void> {
  let after = ''
  while (!signal.aborted) {
    const rows = await db
      .select({
        id: files.id,
        isWanted: exists(
          db
            .select({ one: sql`1` })
            .from(fileDrawings)
            .where(and(eq(fileDrawings.fileId, files.id), isMissing)),
        ).mapWith(Boolean),
      })
      .from(files)
      .where(and(gt(files.id, after), isNotNull(files.drawingsKey)))
      .orderBy(files.id)
      .limit(BATCH)
    for (const { id, isWanted } of rows) {
      if (isWanted) await enqueue(db, { name: TONES_JOB, subject: id, priority: PRIORITY.later })
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** A safe drawing, converted once more, stays as it is: only its tone is taken. */
async function fillTones({ db, storage, workers }: Parts, fileId: string, signal: AbortSignal) {
  const rows = await db
    .select({ key: files.drawingsKey, drawing: fileDrawings })
    .from(fileDrawings)
    .innerJoin(files, eq(files.id, fileDrawings.fileId))
    .where(and(eq(fileDrawings.fileId, fileId), isMissing))
    .orderBy(asc(fileDrawings.offset))
  const key = rows[0]?.key ?? null
  if (key === null) return
  const places = rows.map(({ drawing: { name, offset, size } }) => ({
    name,
    offset: offset ?? 0,
    packedSize: size ?? 0,
    size: size ?? 0,
    isDeflated: false,
  }))
  for (const batch of batchesOf(places)) {
    signal.throwIfAborted()
    const converted = await convertBatch(workers, await readPacked(storage, key, batch))
    const tones = batch.map(({ name }, at) => {
      const one = converted[at]
      return { name, tone: one && 'tone' in one ? one.tone : 'dark' }
    })
    await db.execute(sql`
      UPDATE ${fileDrawings} SET tone = told.tone
      FROM jsonb_to_recordset(${JSON.stringify(tones)}::jsonb) AS told (name text, tone text)
      WHERE ${fileDrawings.fileId} = ${fileId} AND ${fileDrawings.name} = told.name`)
  }
  await makeFresh(db, fileId)
}

/** The pages that show these drawings. */
function makeFresh(db: Database, fileId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [shown] = await tx
      .select({ id: projects.id, kind: projects.kind, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.fileId, fileId), isNull(projects.hiddenAt)))
    if (shown) await noteChanges(tx, [shown], { author: shown.author, now: new Date() })
  })
}
