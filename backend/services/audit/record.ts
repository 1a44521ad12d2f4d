import type { RoleHolder } from '#backend/caller.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { audit } from '#backend/db/tables.ts'
import { requireRole } from './actor.ts'

type Entry = Omit<typeof audit.$inferInsert, 'id' | 'at' | 'by' | 'byUid'>

/**
 * Records an action of a role, in its transaction. Entries without one are written where they arise.
 * @throws DomainError `role_missing` if the role was taken away meanwhile.
 */
export async function recordAction(
  tx: Transaction,
  actor: RoleHolder,
  entry: Entry,
  now: Date,
): Promise<typeof audit.$inferSelect> {
  await requireRole(tx, actor)
  const [row] = await tx
    .insert(audit)
    .values({ ...entry, at: now, by: actor.name, byUid: actor.uid })
    .returning()
  if (!row) throw new Error('The audit entry is missing.')
  return row
}

/** An entry about an account. */
export const aboutAccount = (name: string) => ({
  kind: null,
  projectId: null,
  title: '',
  author: name,
})
