import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { deleteAccountRequestSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { audit, authors } from '#backend/db/tables.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { deleteProjectsOf } from '#backend/services/project/delete.ts'
import type { SessionPrincipal } from '#backend/caller.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { getAccountInfo } from './find.ts'
import { proveOwner } from './prove.ts'

/**
 * Deletes an account with its projects, files, sessions and identities. Of hidden projects the files stay for the operator, and what the
 * operator did is still recorded, both without the name of the account.
 * @throws InvalidInputError if `username` is not the name of the account; as `proveOwner`.
 */
export async function removeAccount(
  { db, limits, storage }: { db: Database; limits: Limits; storage: Storage },
  principal: SessionPrincipal,
  { username, ...proof }: z.infer<typeof deleteAccountRequestSchema>,
  now: Date,
): Promise<void> {
  const info = await getAccountInfo(db, principal.uid)
  if (info.username !== username)
    throw new InvalidInputError('username: not the name of this account')
  const consumeProof = await proveOwner({ db, limits }, principal, proof, now)
  const keys = await db.transaction(async (tx) => {
    await consumeProof(tx)
    const deleted = await deleteProjectsOf(tx, principal.uid, now)
    // The record stays, without the name.
    await tx.update(audit).set({ author: '' }).where(eq(audit.author, username))
    await tx.delete(authors).where(eq(authors.uid, principal.uid))
    await recordChanges(tx, deleted.projects, { author: username, now })
    return deleted.keys
  })
  for (const key of keys) await storage.remove(key)
}
