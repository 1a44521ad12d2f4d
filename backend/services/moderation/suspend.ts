import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { suspendRequestSchema } from '#lib/contract/admin/account.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors } from '#backend/db/tables.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { aboutAccount, recordAction } from '#backend/services/audit/record.ts'
import { keepAdministrator } from '#backend/services/role/roles.ts'
import { isSuspended } from '#backend/services/session/active.ts'
import { endSessions } from '#backend/services/session/manage.ts'
import { addBulk } from './bulk.ts'

type Account = typeof accounts.$inferSelect & { name: string }

/**
 * Suspends an account: it signs in no more, publishes nothing, and its sessions and tokens are refused at once. A suspension that there is
 * gets the new reason and end.
 * @returns the account, for the mail.
 * @throws DomainError `no_account`; `last_administrator`; `role_missing` for a moderator and an account with a role.
 */
export async function suspendAccount(
  db: Database,
  actor: RoleHolder,
  { username, reason, until, projects }: z.output<typeof suspendRequestSchema> & { username: string }, // prettier-ignore
  now: Date,
): Promise<Account> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, username)
    await mayActOn(tx, actor, account)
    const values = { until, projects }
    const entry = { ...aboutAccount(account.name), action: 'suspend' as const, reason }
    await recordAction(tx, actor, { ...entry, after: values }, now)
    await tx
      .update(accounts)
      .set({
        suspendedAt: account.suspendedAt ?? now,
        suspendedUntil: until === null ? null : new Date(until),
        suspensionReason: reason,
        suspendedBy: actor.name,
      })
      .where(eq(accounts.uid, account.uid))
    await endSessions(tx, account.uid)
    if (projects === 'hide') {
      await addBulk(tx, actor, { action: 'hide', filter: { author: account.name }, reason }, now)
    }
    return account
  })
}

/** @returns the account, for the mail. @throws DomainError `no_account`; NotFoundError if it is not suspended. */
export async function liftSuspension(
  db: Database,
  actor: RoleHolder,
  { username, reason }: { username: string; reason: string },
  now: Date,
): Promise<Account> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, username)
    if (!isSuspended(account, now)) throw new NotFoundError()
    const before = { reason: account.suspensionReason }
    const entry = { ...aboutAccount(account.name), action: 'lift' as const, reason, before }
    await recordAction(tx, actor, entry, now)
    await tx
      .update(accounts)
      .set({ suspendedAt: null, suspendedUntil: null, suspensionReason: '', suspendedBy: '' })
      .where(eq(accounts.uid, account.uid))
    return account
  })
}

/** Ends all sessions of an account. @throws as `suspendAccount`. */
export async function endAccountSessions(
  db: Database,
  actor: RoleHolder,
  { username, reason }: { username: string; reason: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, username)
    if (account.role !== null && actor.role !== 'administrator') throw missing()
    const entry = { ...aboutAccount(account.name), action: 'end_sessions' as const, reason }
    await recordAction(tx, actor, entry, now)
    await endSessions(tx, account.uid)
  })
}

const missing = () =>
  new DomainError('role_missing', 'Only an administrator acts on accounts with a role.')

async function mayActOn(tx: Transaction, actor: RoleHolder, { uid, role }: Account): Promise<void> {
  if (role === null) return
  if (actor.role !== 'administrator') throw missing()
  await keepAdministrator(tx, uid)
}

async function lockAccount(tx: Transaction, username: string): Promise<Account> {
  const [row] = await tx
    .select({ account: accounts, name: authors.name })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(eq(sql`lower(${authors.name})`, username.toLowerCase()))
    .for('update', { of: accounts })
  if (!row) throw new DomainError('no_account', 'No account has this name.')
  return { ...row.account, name: row.name }
}
