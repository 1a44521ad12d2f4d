import { eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { authors } from '#backend/db/schema.ts'
import { BadRequest } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { removeProjectsOf } from '#backend/services/project/remove.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { accountInfo } from './find.ts'

/**
 * Deletes an account with its projects, files, sessions and identities.
 * @throws BadRequest where `username` is not its own: the second asking.
 */
export async function removeAccount(
  { db, storage }: { db: Database; storage: Storage },
  { uid, username, now }: { uid: string; username: string; now: Date },
): Promise<void> {
  const info = await accountInfo(db, uid)
  if (info.username !== username) throw new BadRequest('username: not the name of this account')
  const keys = await db.transaction(async (tx) => {
    const removed = await removeProjectsOf(tx, uid)
    await tx.delete(authors).where(eq(authors.uid, uid))
    await noteChanges(tx, removed.projects, { author: username, now })
    return removed.keys
  })
  for (const key of keys) await storage.remove(key)
}
