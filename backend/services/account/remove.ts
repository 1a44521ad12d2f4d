import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { deleteAccountRequestSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors } from '#backend/db/schema.ts'
import { BadRequest } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { removeProjectsOf } from '#backend/services/project/remove.ts'
import type { Signed } from '#backend/services/session/authenticate.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { accountInfo } from './find.ts'
import { proveOwner } from './prove.ts'

/**
 * Deletes an account with its projects, files, sessions and identities.
 * @throws BadRequest where `username` is not its own; what `proveOwner` throws.
 */
export async function removeAccount(
  { db, limits, storage }: { db: Database; limits: Limits; storage: Storage },
  signed: Signed,
  { username, ...proof }: z.infer<typeof deleteAccountRequestSchema>,
  now: Date,
): Promise<void> {
  const info = await accountInfo(db, signed.uid)
  if (info.username !== username) throw new BadRequest('username: not the name of this account')
  const use = await proveOwner({ db, limits }, signed, proof, now)
  const keys = await db.transaction(async (tx) => {
    await use(tx)
    const removed = await removeProjectsOf(tx, signed.uid)
    await tx.delete(authors).where(eq(authors.uid, signed.uid))
    await noteChanges(tx, removed.projects, { author: username, now })
    return removed.keys
  })
  for (const key of keys) await storage.remove(key)
}
