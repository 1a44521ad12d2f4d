import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { lockWithAuthor } from '#backend/db/find-project.ts'
import { accounts, authors, projects } from '#backend/db/tables.ts'
import type { ClearDemoResult } from '#lib/contract/operator.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { recordDemoFilled } from '#backend/services/project/demo-milestone.ts'
import { deleteProjects } from '#backend/services/project/delete.ts'
import type { Storage } from '#backend/storage/storage.ts'

/** Projects per call: a call takes seconds, and the command can show progress. */
const BATCH = 10

/**
 * Permanently deletes one batch of demo projects with their files, and after the last batch their
 * authors, who have no accounts. Projects of accounts stay. Later starts do not fill the catalogue
 * again.
 */
export async function clearDemo(
  { db, storage }: { db: Database; storage: Storage },
  now: Date,
): Promise<ClearDemoResult> {
  await recordDemoFilled(db)
  const isDemo = isNotNull(projects.demoKey)
  const batch = await db.select({ id: projects.id }).from(projects).where(isDemo).limit(BATCH)
  for (const { id } of batch) {
    const keys = await db.transaction(async (tx) => {
      const row = await lockWithAuthor(tx, eq(projects.id, id))
      if (!row) return []
      const removedKeys = await deleteProjects(tx, [row.project])
      await recordChanges(tx, [row.project], { author: row.author, now })
      return removedKeys
    })
    for (const key of keys) await storage.remove(key)
  }
  const left = await db.$count(projects, isDemo)
  if (left === 0) await deleteAuthors(db)
  return { removed: batch.length, left }
}

/** Deletes authors without an account and without a project: those of the demo catalogue. */
async function deleteAuthors(db: Database) {
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
