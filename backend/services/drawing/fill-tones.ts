import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { authors, files, projects } from '#backend/db/schema.ts'
import { isPublic } from '#backend/db/visible.ts'
import { recordChanges } from '#backend/services/change/record.ts'
import type { Handler, JobContext, Outcome } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { convertBatch } from './convert-batch.ts'
import { enqueueFilesWith } from './enqueue-files.ts'
import { nextBatch, readPacked } from './read-packed.ts'

/** Job that adds the missing tones of a file's drawings, which older versions did not store; by file id. */
export const TONES_JOB = 'tones'

type Deps = { db: Database; storage: Storage; workers: Pool }

export const tonesHandler = (deps: Deps): Handler => ({
  run: (fileId, context) => fillTones(deps, fileId, context),
  // Without a tone, drawings are shown on a light background. The next start retries.
  giveUp: async () => undefined,
})

/** Drawings without a tone. */
const hasNoTone = and(isNull(fileDrawings.tone), isNotNull(fileDrawings.offset))

/** Enqueues the job for each file with missing tones; at each start, until there are none. */
export const enqueueTones = (db: Database, signal: AbortSignal) =>
  enqueueFilesWith(db, { name: TONES_JOB, condition: hasNoTone }, signal)

/** Converts the sanitised drawings again for their tones; their contents do not change. */
async function fillTones(
  { db, storage, workers }: Deps,
  fileId: string,
  { signal, slice }: JobContext,
): Promise<Outcome> {
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
  for (let at = 0; at < packed.length;) {
    signal.throwIfAborted()
    // The next turn goes on with those that have no tone yet.
    if (slice.leftMs() <= 0) return 'unfinished'
    const batch = nextBatch(packed, at)
    const bytes = await readPacked(storage, key, batch)
    const { converted, cost } = await convertBatch(workers, bytes, slice.leftMs())
    slice.spend(cost)
    at += converted.length
    const tones = converted.map((result, index) => {
      return { name: batch[index]?.name, tone: 'tone' in result ? result.tone : 'dark' }
    })
    await db.execute(sql`
      UPDATE ${fileDrawings} SET tone = result.tone
      FROM jsonb_to_recordset(${JSON.stringify(tones)}::jsonb) AS result (name text, tone text)
      WHERE ${fileDrawings.fileId} = ${fileId} AND ${fileDrawings.name} = result.name`)
  }
  await recordChange(db, fileId)
}

/** Revalidates the pages that show the drawings of a file. */
export function recordChange(db: Database, fileId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [project] = await tx
      .select({ id: projects.id, kind: projects.kind, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.fileId, fileId), isPublic))
    if (project) await recordChanges(tx, [project], { author: project.author, now: new Date() })
  })
}
