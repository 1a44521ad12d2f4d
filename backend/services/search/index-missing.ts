import { and, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { milestones, projects } from '#backend/db/schema.ts'
import { searchDocuments, searchWords } from '#backend/db/search-schema.ts'
import { renewTerms } from '#backend/services/icon/store.ts'
import { indexProject } from './index-project.ts'

/** Raise the number when words are cut or marked in another way: everything is indexed anew then. */
const FORM = 'search-form-1'
/** Everything was findable once; from then on each project is indexed as it is written. */
const INDEXED = `${FORM}-indexed`
const BATCH = 1000

type Parts = {
  db: Database
  onProgress: (done: number) => void
  signal?: AbortSignal
}

/**
 * Indexes what is not findable yet: a catalogue from before there was search, or all of it after a
 * change of form. A start that is cut off goes on at the next one.
 */
export async function indexMissing({ db, onProgress, signal }: Parts): Promise<void> {
  const reached = await db.select({ name: milestones.name }).from(milestones)
  const isReached = (wanted: string) => reached.some(({ name }) => name === wanted)
  if (isReached(INDEXED)) return
  if (!isReached(FORM)) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`TRUNCATE ${searchDocuments}, ${searchWords}`)
      await reach(tx, FORM)
    })
  }
  let done = 0
  let ids = await readIds(db, '')
  while (ids.length > 0) {
    const missing = await readMissing(db, ids)
    for (const { id, kind, fileId } of missing) {
      if (signal?.aborted) return
      // Files that nobody looked into yet are looked into by their job, which indexes them then.
      await db.transaction(async (tx) => {
        if (fileId && kind === 'icon') await renewTerms(tx, fileId)
        await indexProject(tx, id)
      })
    }
    done += missing.length
    if (missing.length > 0) onProgress(done)
    ids = await readIds(db, ids.at(-1) ?? '')
  }
  await reach(db, INDEXED)
}

/** By id, so that no step has to look through everything, however much is indexed already. */
async function readIds(db: Database, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(gt(projects.id, after), isNull(projects.hiddenAt)))
    .orderBy(projects.id)
    .limit(BATCH)
  return rows.map(({ id }) => id)
}

async function readMissing(db: Database, ids: string[]) {
  const { projectId } = searchDocuments
  const rows = await db.select({ projectId }).from(searchDocuments).where(inArray(projectId, ids))
  const known = new Set(rows.map((row) => row.projectId))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return []
  const { id, kind, fileId } = projects
  return db.select({ id, kind, fileId }).from(projects).where(inArray(id, missing))
}

async function reach(db: Database | Transaction, name: string) {
  await db.insert(milestones).values({ name, reachedAt: new Date() }).onConflictDoNothing()
}
