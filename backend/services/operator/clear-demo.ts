import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Cleared } from '#lib/contract/operator.ts'
import { accounts } from '#backend/db/account-schema.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { noteDemoFilled } from '#backend/demo/fill.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { removeAll } from '#backend/services/project/remove.ts'
import type { Storage } from '#backend/storage/storage.ts'

/** Projects of one call: it answers within seconds, and the command shows how far it is. */
const BATCH = 10

/**
 * Deletes some of the demo projects for good, with their files, and at the end their authors, who have
 * no accounts. Whatever people published stays, and no later start fills the catalogue again.
 */
export async function clearDemo(
  { db, storage }: { db: Database; storage: Storage },
  now: Date,
): Promise<Cleared> {
  await noteDemoFilled(db)
  const isDemo = isNotNull(projects.demoKey)
  const some = await db.select({ id: projects.id }).from(projects).where(isDemo).limit(BATCH)
  for (const { id } of some) {
    const keys = await db.transaction(async (tx) => {
      const [row] = await tx
        .select({ project: projects, author: authors.name })
        .from(projects)
        .innerJoin(authors, eq(authors.uid, projects.authorUid))
        .where(eq(projects.id, id))
        .for('update', { of: projects })
      if (!row) return []
      const gone = await removeAll(tx, [row.project])
      await noteChanges(tx, [row.project], { author: row.author, now })
      return gone
    })
    for (const key of keys) await storage.remove(key)
  }
  const left = await db.$count(projects, isDemo)
  if (left === 0) await forgetAuthors(db)
  return { removed: some.length, left }
}

/** The authors without an account and without a project: those that came with the demo catalogue. */
async function forgetAuthors(db: Database) {
  const account = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(eq(accounts.uid, authors.uid))
  const project = db
    .select({ one: sql`1` })
    .from(projects)
    .where(eq(projects.authorUid, authors.uid))
  await db.delete(authors).where(and(notExists(account), notExists(project)))
}
