import { asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type changeRoleRequestSchema,
  INVITATIONS_MAX,
  ROLE_HOLDERS_MAX,
  type RoleHolders,
} from '#lib/contract/admin/role.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors, invitations } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { aboutAccount, recordAction } from '#backend/services/audit/record.ts'

/** Accounts with a role, administrators first, and invitations that can still be accepted. */
export async function listRoles(db: Database, now: Date): Promise<RoleHolders> {
  const holders = await db
    .select({
      username: authors.name,
      role: accounts.role,
      since: accounts.roleSince,
      by: accounts.roleBy,
    })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(isNotNull(accounts.role))
    .orderBy(asc(accounts.role), asc(authors.name))
    .limit(ROLE_HOLDERS_MAX)
  const open = await db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, now))
    .orderBy(desc(invitations.expiresAt))
    .limit(INVITATIONS_MAX)
  return {
    items: holders.flatMap(({ role, since, ...row }) =>
      role === null ? [] : [{ ...row, role, since: since?.toISOString() ?? null }],
    ),
    invitations: open.map(({ id, role, by, expiresAt }) => ({
      id,
      role,
      by,
      expires_at: expiresAt.toISOString(),
    })),
  }
}

/**
 * Gives an account a role, or takes it away.
 * @throws DomainError `no_account`; `last_administrator` if there would be no other one.
 */
export async function changeRole(
  db: Database,
  actor: RoleHolder,
  { username, role, reason }: z.infer<typeof changeRoleRequestSchema>,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRoles(tx)
    const [row] = await tx
      .select({ uid: accounts.uid, name: authors.name, role: accounts.role })
      .from(accounts)
      .innerJoin(authors, eq(authors.uid, accounts.uid))
      .where(eq(sql`lower(${authors.name})`, username.toLowerCase()))
    if (!row) throw new DomainError('no_account', 'No account has this name.')
    // First: the own role is read before it changes.
    const values = { before: { role: row.role }, after: { role } }
    const entry = { ...aboutAccount(row.name), action: 'role' as const, reason, ...values }
    await recordAction(tx, actor, entry, now)
    if (role !== 'administrator') await requireOtherAdministrator(tx, row)
    const given =
      role === null ? { roleSince: null, roleBy: '' } : { roleSince: now, roleBy: actor.name }
    await tx
      .update(accounts)
      .set({ role, ...given })
      .where(eq(accounts.uid, row.uid))
  })
}

/** Two administrators cannot take the role from each other at the same time. */
const lockRoles = (tx: Transaction) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('roles', 0))`)

/** @throws DomainError `last_administrator` if the account is the only one. */
async function requireOtherAdministrator(
  tx: Transaction,
  { role }: Pick<typeof accounts.$inferSelect, 'role'>,
): Promise<void> {
  if (role !== 'administrator') return
  if ((await tx.$count(accounts, eq(accounts.role, 'administrator'))) > 1) return
  throw new DomainError(
    'last_administrator',
    'The site needs an administrator: name another one first.',
  )
}

/** Before an account is deleted or suspended. @throws as `requireOtherAdministrator`. */
export async function keepAdministrator(tx: Transaction, uid: string): Promise<void> {
  await lockRoles(tx)
  const [account] = await tx.select().from(accounts).where(eq(accounts.uid, uid))
  if (account) await requireOtherAdministrator(tx, account)
}
