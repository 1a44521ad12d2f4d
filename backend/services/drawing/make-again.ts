import { and, asc, eq, gt, like, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, files, jobs, projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { makeDrawings } from './make-drawings.ts'
import { SANITISER_VERSION } from './version.ts'

const NAME = 'drawings-again'
/**
 * Job that makes the drawings of a file once more; the subject is the id of the file. Backends of the release before, which run for a
 * while beside this one, do not know its name.
 */
export const AGAIN_JOB = `${NAME}-${SANITISER_VERSION}` as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [AGAIN_JOB]: true
  }
}
/** Who takes turns for these jobs: not the owners of the files, whose uploads would have to wait. */
const PAYER = 'drawings again'
/** Files per statement. */
const BATCH = 500

type Deps = Pick<Parts, 'db' | 'storage' | 'workers'>

export const againHandler = (deps: Deps): JobHandler => ({
  async run(fileId, context) {
    const outcome = await makeDrawings(deps, fileId, { ...context, isAgain: true })
    if (outcome !== 'unfinished') await recordChange(deps.db, fileId)
    return outcome
  },
  // The file keeps the drawings that it has, and is not tried again at each start.
  async giveUp(fileId) {
    await deps.db
      .update(files)
      .set({ drawingsVersion: SANITISER_VERSION })
      .where(eq(files.id, fileId))
  },
})

/**
 * Enqueues the job for each file whose drawings a former version of the sanitiser made, also of hidden projects and former versions.
 * Those of the projects with the most views come first.
 */
export async function enqueueAgain(db: Database | Transaction, signal: AbortSignal): Promise<void> {
  const isFormer = or(like(jobs.name, `${NAME}%`), eq(jobs.name, 'tones'))
  await db.delete(jobs).where(and(isFormer, ne(jobs.name, AGAIN_JOB)))
  for (let after = ''; !signal.aborted;) {
    const rows = await db
      .select({
        id: files.id,
        views: sql<number>`coalesce(max(${projects.views}), 0)`.mapWith(Number),
      })
      .from(files)
      .leftJoin(projects, eq(projects.fileId, files.id))
      .where(
        and(
          eq(files.purpose, 'project'),
          eq(files.drawings, 'ready'),
          lt(files.drawingsVersion, SANITISER_VERSION),
          gt(files.id, after),
        ),
      )
      .groupBy(files.id)
      .orderBy(asc(files.id))
      .limit(BATCH)
    if (rows.length > 0) await db.insert(jobs).values(rows.map(toJob)).onConflictDoNothing()
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}

const toJob = ({ id, views }: { id: string; views: number }) => ({
  id: newId(),
  name: AGAIN_JOB,
  subject: id,
  priority: Math.max(PRIORITY.later + 1, PRIORITY.again - views),
  payer: PAYER,
  dueAt: sql`now()`,
})

/** Revalidates the pages that show the drawings of a file. */
function recordChange(db: Database, fileId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [project] = await tx
      .select({ id: projects.id, kind: projects.kind, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.fileId, fileId), isPublic))
    if (project)
      await recordChanges(tx, [project], {
        author: project.author,
        now: new Date(),
        effect: 'card',
      })
  })
}
