import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { authors, files, projects } from '#backend/db/schema.ts'
import { isPublic } from '#backend/db/visible.ts'
import { recordChanges } from '#backend/services/change/record.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { Handler } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { convertBatch } from './convert-batch.ts'
import { batchesOf, readPacked } from './read-packed.ts'

/** Job that adds the missing tones of a file's drawings, which older versions did not store; by file id. */
export const TONES_JOB = 'tones'
/** Files per statement: for each it may scan the index of all its drawings. */
const BATCH = 20

type Deps = { db: Database; storage: Storage; workers: Pool }

export const tonesHandler = (deps: Deps): Handler => ({
  run: (fileId, { signal }) => fillTones(deps, fileId, signal),
  // Without a tone, drawings are shown on a light background. The next start retries.
  giveUp: async () => undefined,
})

/** Drawings without a tone. */
const hasNoTone = and(isNull(fileDrawings.tone), isNotNull(fileDrawings.offset))

/** Enqueues the job for each file with missing tones; at each start, until there are none. */
export async function enqueueTones(db: Database, signal: AbortSignal): Promise<void> {
  let after = ''
  while (!signal.aborted) {
    const rows = await db
      .select({
        id: files.id,
        isIncomplete: exists(
          db
            .select({ exists: sql`1` })
            .from(fileDrawings)
            .where(and(eq(fileDrawings.fileId, files.id), hasNoTone)),
        ).mapWith(Boolean),
      })
      .from(files)
      .where(and(gt(files.id, after), isNotNull(files.drawingsKey)))
      .orderBy(files.id)
      .limit(BATCH)
    for (const { id, isIncomplete } of rows) {
      if (isIncomplete)
        await enqueue(db, { name: TONES_JOB, subject: id, priority: PRIORITY.later })
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** Converts the sanitised drawings again for their tones; their contents do not change. */
async function fillTones({ db, storage, workers }: Deps, fileId: string, signal: AbortSignal) {
  const rows = await db
    .select({ key: files.drawingsKey, drawing: fileDrawings })
    .from(fileDrawings)
    .innerJoin(files, eq(files.id, fileDrawings.fileId))
    .where(and(eq(fileDrawings.fileId, fileId), hasNoTone))
    .orderBy(asc(fileDrawings.offset))
  const key = rows[0]?.key ?? null
  if (key === null) return
  const packed = rows.map(({ drawing: { name, offset, size } }) => ({
    name,
    offset: offset ?? 0,
    packedSize: size ?? 0,
    size: size ?? 0,
    isDeflated: false,
  }))
  for (const batch of batchesOf(packed)) {
    signal.throwIfAborted()
    const converted = await convertBatch(workers, await readPacked(storage, key, batch))
    const tones = batch.map(({ name }, index) => {
      const result = converted[index]
      return { name, tone: result && 'tone' in result ? result.tone : 'dark' }
    })
    await db.execute(sql`
      UPDATE ${fileDrawings} SET tone = result.tone
      FROM jsonb_to_recordset(${JSON.stringify(tones)}::jsonb) AS result (name text, tone text)
      WHERE ${fileDrawings.fileId} = ${fileId} AND ${fileDrawings.name} = result.name`)
  }
  await recordChange(db, fileId)
}

/** Revalidates the pages that show these drawings. */
function recordChange(db: Database, fileId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [project] = await tx
      .select({ id: projects.id, kind: projects.kind, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.fileId, fileId), isPublic))
    if (project) await recordChanges(tx, [project], { author: project.author, now: new Date() })
  })
}
