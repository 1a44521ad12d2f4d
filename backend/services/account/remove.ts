import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { deleteAccountRequestSchema } from '#lib/contract/account.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { accounts, audit, authors, bulkActions, reports } from '#backend/db/tables.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { keepAdministrator } from '#backend/services/role/roles.ts'
import { deleteProjectsOf } from '#backend/services/project/delete.ts'
import { deleteUploadsOf } from '#backend/services/upload/unfinished.ts'
import type { SessionPrincipal } from '#backend/caller.ts'
import type { Parts } from '#backend/parts.ts'
import { getAccountInfo } from './find.ts'
import { proveOwner } from './prove.ts'

/**
 * Deletes an account with its projects, files, sessions and identities. Of hidden projects the files stay for the operator, and what the
 * operator did is still recorded, both without the name of the account.
 * @returns where and in which language the account was reached.
 * @throws InvalidInputError if `username` is not the name of the account; as `proveOwner` and
 * `keepAdministrator`.
 */
export async function removeAccount(
  { db, limits, storage }: Pick<Parts, 'db' | 'limits' | 'storage'>,
  principal: SessionPrincipal,
  { username, ...proof }: z.infer<typeof deleteAccountRequestSchema>,
  now: Date,
): Promise<{ email: string | null; locale: Locale | null }> {
  const info = await getAccountInfo(db, principal.uid)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, principal.uid))
  if (info.username !== username)
    throw new InvalidInputError('username: not the name of this account')
  const consumeProof = await proveOwner({ db, limits }, principal, proof, now)
  const keys = await db.transaction(async (tx) => {
    await consumeProof(tx)
    await keepAdministrator(tx, principal.uid)
    const deleted = await deleteProjectsOf(tx, principal.uid, now)
    const parts = await deleteUploadsOf(tx, principal.uid)
    // The record stays, without the name.
    await tx.update(audit).set({ author: '' }).where(eq(audit.author, username))
    const isAbout = and(eq(reports.authorUid, principal.uid), isNull(reports.kind))
    await tx.update(reports).set({ title: '' }).where(isAbout)
    await tx
      .update(bulkActions)
      .set({ filter: sql`${bulkActions.filter} - 'author'` })
      .where(sql`lower(${bulkActions.filter} ->> 'author') = ${username.toLowerCase()}`)
    await tx.delete(authors).where(eq(authors.uid, principal.uid))
    const titles = deleted.projects.map((project) => project.titleSkeletons)
    await recordChanges(tx, deleted.projects, { author: username, now, titles })
    return [...deleted.keys, ...parts]
  })
  for (const key of keys) await storage.remove(key)
  return { email: account?.email ?? null, locale: account?.locale ?? null }
}
