import { eq } from 'drizzle-orm'
import { hasRole, type Role } from '#lib/contract/admin/role.ts'
import type { RoleHolder, SessionPrincipal } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'

const refuse = () => new DomainError('role_missing', 'This needs a role that the account lacks.')

/** The account of a session as one that acts in a role. @throws DomainError `role_missing`. */
export async function actorOf(
  db: Database,
  { uid }: Pick<SessionPrincipal, 'uid'>,
  needs: Role,
): Promise<RoleHolder> {
  const [account] = await db
    .select({ name: authors.name, role: accounts.role })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(eq(accounts.uid, uid))
  if (!account?.role || !hasRole(account.role, needs)) throw refuse()
  return { uid, name: account.name, role: account.role, needs }
}

/**
 * Reads the role again, and keeps it until the transaction ends: it may have been taken away since the request began.
 * @throws DomainError `role_missing`.
 */
export async function requireRole(
  tx: Transaction,
  { uid, needs, hasDecided }: RoleHolder,
): Promise<void> {
  if (uid === null || hasDecided) return
  const [account] = await tx
    .select({ role: accounts.role })
    .from(accounts)
    .where(eq(accounts.uid, uid))
    .for('share')
  if (!hasRole(account?.role, needs)) throw refuse()
}
