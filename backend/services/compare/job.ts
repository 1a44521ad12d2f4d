import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { authors, comparisons, files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { compareContents, contentsChangeSchema } from './contents.ts'
import { readContentsOf } from './read-contents.ts'

/** Job that compares the contents of two versions. The subject has the project and their numbers. */
export const COMPARE_JOB = 'compare' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [COMPARE_JOB]: true
  }
}
/** Comparisons that are kept: the oldest are made again when they are asked for. */
const COMPARISONS_MAX = 20_000
/** When to look again for the contents of a file that is still being read, in seconds. */
const UNREAD_S = 15

type Pair = { projectId: string; before: string; after: string }
type Hashes = { before: string; after: string }

/** Lets two versions be compared. Their author's jobs share the queue with it. */
export const enqueueCompare = (
  db: Database,
  { projectId, before, after, payer }: Pair & { payer: string },
) =>
  enqueue(db, {
    name: COMPARE_JOB,
    subject: [projectId, before, after].join(' '),
    priority: PRIORITY.later,
    payer,
  })

const isOf = ({ before, after }: Hashes) =>
  and(eq(comparisons.beforeSha256, before), eq(comparisons.afterSha256, after))

/** The comparison of two files by their SHA-256; `undefined` until the job has made it. */
export async function findComparison(db: Database, hashes: Hashes) {
  const [row] = await db.select().from(comparisons).where(isOf(hashes))
  return row && contentsChangeSchema.parse(row.change)
}

type Deps = { db: Database; storage: Storage; clock: () => Date }

export const compareHandler = ({ db, storage, clock }: Deps): JobHandler => ({
  async run(subject) {
    const [projectId = '', before = '', after = ''] = subject.split(' ')
    const [from, to] = [
      await findFile(db, { projectId, version: before }),
      await findFile(db, { projectId, version: after }),
    ]
    // Hidden, withdrawn or discarded meanwhile.
    if (!from || !to) return
    // Its contents are not known before: what lacks them would seem to be empty.
    if (from.drawings !== 'ready' || to.drawings !== 'ready') throw new LaterError(UNREAD_S)
    const hashes = { before: from.sha256, after: to.sha256 }
    if (await findComparison(db, hashes)) return
    const contents = []
    for (const file of [from, to]) contents.push(await contentsOf({ db, storage }, file))
    const [earlier, later] = contents
    if (!earlier || !later) throw new LaterError(UNREAD_S)
    const change = compareContents(earlier, later)
    const now = clock()
    await db.transaction(async (tx) => {
      await tx
        .insert(comparisons)
        .values({ beforeSha256: hashes.before, afterSha256: hashes.after, change, createdAt: now })
        .onConflictDoNothing()
      const { id } = comparisons
      await keepFirst(tx, comparisons, {
        id,
        where: undefined,
        order: [desc(id)],
        max: COMPARISONS_MAX,
      })
      const [project] = await tx
        .select({ id: projects.id, kind: projects.kind, author: authors.name })
        .from(projects)
        .innerJoin(authors, eq(authors.uid, projects.authorUid))
        .where(and(eq(projects.id, projectId), isPublic))
      // The page of the comparison shows the rest now.
      if (project) {
        await recordChanges(tx, [project], { author: project.author, now, effect: 'content' })
      }
    })
  },
  // Given up: the next request asks for it again.
})

/**
 * The contents of a file. Those of former versions of the demo are not read at the import: then a job does it now.
 * @returns `null` until it has.
 */
async function contentsOf(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { id, reader }: { id: string; reader: string | null },
) {
  const contents = await readContentsOf({ db, storage }, id)
  const isRead = contents.icons.size + contents.pages.length + contents.entries.size > 0
  if (isRead || reader === 'opaque') return contents
  await db.transaction(async (tx) => {
    await tx.update(files).set({ drawings: null }).where(eq(files.id, id))
    await enqueue(tx, { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.later, payer: null })
  })
  return null
}

async function findFile(
  db: Database,
  { projectId, version }: { projectId: string; version: string },
) {
  const [row] = await db
    .select({
      id: files.id,
      sha256: files.sha256,
      drawings: files.drawings,
      reader: files.reader,
    })
    .from(versions)
    .innerJoin(projects, and(eq(projects.id, versions.projectId), isPublic))
    .innerJoin(files, and(eq(files.id, versions.fileId), eq(files.state, 'stored')))
    .where(and(eq(versions.projectId, projectId), eq(versions.version, version)))
  return row
}
