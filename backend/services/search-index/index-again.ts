import { and, asc, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { isFormerForm } from '#backend/db/search-schema.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { indexWithIcons } from './index-project.ts'

/** Job that indexes documents of former forms again; a backend of the release before has no job of this name. */
export const INDEX_AGAIN_JOB = 'index-again-2'
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [INDEX_AGAIN_JOB]: true
  }
}
const SUBJECT = 'catalogue'
/** Who takes turns for it: no account. */
const PAYER = 'index again'
/** Documents per statement. */
const BATCH = 100
/** Time of one turn, in milliseconds. */
const TURN_MS = 2000

const isFormer = isFormerForm(searchDocuments.terms)

/** Whether a document is in the form of a release before; by an index of those. */
export async function hasFormerDocuments(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT EXISTS (SELECT FROM ${searchDocuments} WHERE ${isFormer}) AS found`)
  return z.tuple([z.object({ found: z.boolean() })]).parse(rows)[0].found
}

/**
 * Enqueues the job if there are such documents: after an update, and where a backend of the release before has written meanwhile.
 * Searches find both forms.
 */
export async function enqueueIndexAgain(db: Database): Promise<void> {
  if (!(await hasFormerDocuments(db))) return
  await enqueue(db, {
    name: INDEX_AGAIN_JOB,
    subject: SUBJECT,
    priority: PRIORITY.later,
    payer: PAYER,
  })
}

/** Indexes one document after the other, each in a transaction of its own. One that fails does not keep the others from it. */
export const indexAgainHandler = ({ db }: { db: Database }): JobHandler => ({
  async run(_, { signal }) {
    const until = performance.now() + TURN_MS
    const failures: unknown[] = []
    for (let after = ''; performance.now() < until;) {
      const documents = await readFormer(db, after)
      if (documents.length === 0 && failures.length > 0) throw failures[0]
      if (documents.length === 0) return
      for (const document of documents) {
        if (signal.aborted) return 'unfinished'
        await indexAgain(db, document).catch((error: unknown) => failures.push(error))
        after = document.id
      }
    }
    return 'unfinished'
  },
  // Given up: they stay as they are, and are tried again at the next start.
})

const readFormer = (db: Database, after: string) =>
  db
    .select({
      id: searchDocuments.projectId,
      kind: searchDocuments.kind,
      fileId: searchDocuments.fileId,
    })
    .from(searchDocuments)
    .where(and(isFormer, gt(searchDocuments.projectId, after)))
    .orderBy(asc(searchDocuments.projectId))
    .limit(BATCH)

type Former = Awaited<ReturnType<typeof readFormer>>[number]

const indexAgain = (db: Database, project: Former) =>
  db.transaction(async (tx) => {
    // Nothing is lost with the last ones: they are indexed again after a crash.
    await tx.execute(sql`SET LOCAL synchronous_commit = off`)
    await indexWithIcons(tx, project)
  })
