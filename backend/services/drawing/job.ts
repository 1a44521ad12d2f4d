import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { MARKED_MAX, type MarkedDrawings } from '#lib/contract/publish.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings, fileIcons, files, jobs } from '#backend/db/tables.ts'
import { FileMissingError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { accountPayer } from '#backend/services/job/payers.ts'
import { giveUpDrawings, makeDrawings } from './make-drawings.ts'

/** Job that sanitises the drawings of a file; the subject is the id of the file. */
export const DRAWINGS_JOB = 'drawings' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [DRAWINGS_JOB]: true
  }
}

const BATCH = 100

type Deps = Pick<Parts, 'db' | 'storage' | 'workers'>

export const drawingsHandler = (deps: Deps): JobHandler => ({
  run: (fileId, context) => makeDrawings(deps, fileId, context),
  giveUp: (fileId) => giveUpDrawings(deps, fileId),
})

/**
 * Enqueues the job for each file stored by an older version, which did not sanitise drawings in advance:
 * also for files of earlier versions and files without a project. At each start, until there are none.
 */
export async function enqueueMissing(db: Database, signal: AbortSignal): Promise<void> {
  let after = ''
  while (!signal.aborted) {
    const rows = await db
      .select({ id: files.id, uid: files.ownerUid })
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
    for (const { id, uid } of rows) {
      const job = { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.later }
      await enqueue(db, { ...job, payer: uid === null ? null : accountPayer(uid) })
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}

/**
 * Progress of the drawings of an account's own file.
 * @throws FileMissingError, also for a file of another account.
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
    .where(and(eq(files.id, id), eq(files.ownerUid, uid), eq(files.state, 'stored')))
  if (!row) throw new FileMissingError(['id'])
  const isReady = row.purpose !== 'project' || row.drawings === 'ready'
  const { done, total } = row
  const counts = { done: done ?? 0, total: total ?? 0 }
  if (!isReady) return { state: 'working', ...counts } as const
  const marked = row.purpose === 'project' ? await readMarked(db, id) : null
  return { state: 'ready', ...counts, ...(marked && { marked }) } as const
}

const isSimplified = sql`cardinality(${fileDrawings.simplified}) > 0`
const countWhere = (condition: unknown) => sql`count(*) FILTER (WHERE ${condition})`.mapWith(Number)

/** The drawings of a file that are not shown as their author made them; null if all are. */
async function readMarked(db: Database, fileId: string): Promise<MarkedDrawings | null> {
  const [counts] = await db
    .select({
      total: sql`count(*)`.mapWith(Number),
      refused: countWhere(isNotNull(fileDrawings.refused)),
      simplified: countWhere(isSimplified),
    })
    .from(fileDrawings)
    .where(eq(fileDrawings.fileId, fileId))
  if (!counts || counts.refused + counts.simplified === 0) return null
  const rows = await db
    .select({
      name: fileDrawings.name,
      label: fileIcons.label,
      refused: fileDrawings.refused,
      simplified: fileDrawings.simplified,
    })
    .from(fileDrawings)
    .leftJoin(
      fileIcons,
      and(eq(fileIcons.fileId, fileDrawings.fileId), eq(fileIcons.name, fileDrawings.name)),
    )
    .where(and(eq(fileDrawings.fileId, fileId), or(isNotNull(fileDrawings.refused), isSimplified)))
    .orderBy(asc(fileDrawings.name))
    .limit(MARKED_MAX)
  const first = rows.map(({ label, ...icon }) => ({ ...icon, ...(label !== null && { label }) }))
  return { ...counts, first }
}
