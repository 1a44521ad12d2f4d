import { and, asc, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { accountPayer } from '#backend/services/job/payers.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'

/** Job that indexes the projects of an author again, whose name has changed; the subject is the uid. */
export const INDEX_AUTHOR_JOB = 'index-author' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [INDEX_AUTHOR_JOB]: true
  }
}
/** Projects per query. */
const BATCH = 100

export const indexAuthorHandler = ({ db }: { db: Database }): JobHandler => ({
  async run(uid, { signal }) {
    for (let after = ''; !signal.aborted;) {
      const rows = await db
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.authorUid, uid), gt(projects.id, after), isListed))
        .orderBy(asc(projects.id))
        .limit(BATCH)
      // Each in a transaction of its own: nothing else of the author waits.
      for (const { id } of rows) await db.transaction((tx) => indexProject(tx, id))
      if (rows.length < BATCH) return
      after = rows.at(-1)?.id ?? ''
    }
  },
})

export const enqueueIndexAuthor = (tx: Transaction, uid: string): Promise<void> =>
  enqueue(tx, {
    name: INDEX_AUTHOR_JOB,
    subject: uid,
    priority: PRIORITY.later,
    payer: accountPayer(uid),
  })
