import { and, gt, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { milestones, projects, searchDocuments, searchWords } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { indexWithIcons } from './index-project.ts'

/** Milestone of an index that has begun. Its form changes by a job instead, while it is searched (`index-again.ts`). */
const FORMAT = 'search-form-1'
/** Milestone of a complete index; from then on projects are indexed when they are written. */
const COMPLETE = `${FORMAT}-indexed`
const BATCH = 1000

type Deps = {
  db: Database
  onProgress: (done: number) => void
  signal?: AbortSignal
}

/**
 * Indexes projects that are not in the index, of a database from before search existed. An interrupted run continues at the next
 * start.
 */
export async function indexMissing({ db, onProgress, signal }: Deps): Promise<void> {
  const rows = await db.select({ name: milestones.name }).from(milestones)
  const reached = new Set(rows.map(({ name }) => name))
  if (reached.has(COMPLETE)) return
  if (!reached.has(FORMAT)) await clearIndex(db)
  let done = 0
  let ids = await readIds(db, '')
  while (ids.length > 0) {
    const missing = await readMissing(db, ids)
    for (const project of missing) {
      if (signal?.aborted) return
      await db.transaction((tx) => indexWithIcons(tx, project))
    }
    done += missing.length
    if (missing.length > 0) onProgress(done)
    ids = await readIds(db, ids.at(-1) ?? '')
  }
  await setMilestone(db, COMPLETE)
}

function clearIndex(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`TRUNCATE ${searchDocuments}, ${searchWords}`)
    await setMilestone(tx, FORMAT)
  })
}

/** Pages by id, so that no statement has to skip the projects that are indexed already. */
async function readIds(db: Database, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(gt(projects.id, after), isListed))
    .orderBy(projects.id)
    .limit(BATCH)
  return rows.map(({ id }) => id)
}

async function readMissing(db: Database, ids: string[]) {
  const { projectId } = searchDocuments
  const rows = await db.select({ projectId }).from(searchDocuments).where(inArray(projectId, ids))
  const indexed = new Set(rows.map((row) => row.projectId))
  const missing = ids.filter((id) => !indexed.has(id))
  if (missing.length === 0) return []
  const { id, kind, fileId } = projects
  return db.select({ id, kind, fileId }).from(projects).where(inArray(id, missing))
}

async function setMilestone(db: Database | Transaction, name: string): Promise<void> {
  await db.insert(milestones).values({ name, reachedAt: new Date() }).onConflictDoNothing()
}
