import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import {
  INVITATION_HOURS,
  INVITATIONS_MAX,
  type Role,
  type Invitation,
} from '#lib/contract/admin/role.ts'
import { paths } from '#lib/paths.ts'
import type { RoleHolder, SessionPrincipal } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { newId } from '#backend/db/new-id.ts'
import { accounts, audit, authors, invitations, milestones, projects } from '#backend/db/tables.ts'
import { DomainError, NotFoundError, UnauthenticatedError } from '#backend/errors.ts'
import { hashToken, newToken } from '#backend/token.ts'
import { aboutAccount, recordAction } from '#backend/services/audit/record.ts'

const HOUR_MS = 3600 * 1000

/** Invites to a role. The code is in the answer alone. */
export async function invite(
  db: Database,
  actor: RoleHolder,
  role: Role,
  now: Date,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    await recordAction(
      tx,
      actor,
      { ...aboutAccount(''), action: 'invite', reason: '', after: { role } },
      now,
    )
    return addInvitation(tx, { role, by: actor.name, now })
  })
}

/**
 * The invitation of the first start: once, in a database without accounts and projects, which is therefore a new one.
 * @returns `null` in any other.
 */
export async function inviteFirst(db: Database, now: Date): Promise<Invitation | null> {
  return db.transaction(async (tx) => {
    const [reached] = await tx
      .insert(milestones)
      .values({ name: 'invited', reachedAt: now })
      .onConflictDoNothing()
      .returning()
    if (!reached) return null
    if ((await tx.$count(accounts)) > 0 || (await tx.$count(projects)) > 0) return null
    await tx.insert(audit).values({
      ...aboutAccount(''),
      action: 'invite',
      reason: '',
      by: '',
      after: { role: 'administrator' },
      at: now,
    })
    return addInvitation(tx, { role: 'administrator', by: '', now })
  })
}

async function addInvitation(
  tx: Transaction,
  { role, by, now }: { role: Role; by: string; now: Date },
): Promise<Invitation> {
  const code = newToken()
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * HOUR_MS)
  await tx.delete(invitations).where(lt(invitations.expiresAt, now))
  await tx.insert(invitations).values({ id: newId(), hash: hashToken(code), role, by, expiresAt })
  const order = [desc(invitations.expiresAt)]
  await keepFirst(tx, invitations, {
    id: invitations.id,
    where: undefined,
    order,
    max: INVITATIONS_MAX,
  })
  return { role, path: paths.invitation(code), expires_at: expiresAt.toISOString() }
}

/** @throws NotFoundError if it was accepted, revoked or is over. */
export async function revokeInvitation(
  db: Database,
  actor: RoleHolder,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(invitations).where(eq(invitations.id, id)).returning()
    if (!row) throw new NotFoundError()
    const entry = { action: 'revoke' as const, reason: '', before: { role: row.role } }
    await recordAction(tx, actor, { ...aboutAccount(''), ...entry }, now)
  })
}

const isOpen = (code: string, now: Date) =>
  and(eq(invitations.hash, hashToken(code)), gt(invitations.expiresAt, now))
const isUnused = isNull(invitations.registeredUid)

/**
 * Locks the invitation that opens one account where registration is closed.
 * @returns its id. @throws DomainError `registration_closed` without an invitation that is open and unused.
 */
export async function useToRegister(
  tx: Transaction,
  code: string | undefined,
  now: Date,
): Promise<string> {
  const [row] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(isOpen(code ?? '', now), isUnused))
    .for('update')
  if (!row) throw new DomainError('registration_closed', 'Registration is closed for this address.')
  return row.id
}

/** Leaves an invitation to the account that was created with it. */
export const leaveTo = (tx: Transaction, id: string, registeredUid: string) =>
  tx.update(invitations).set({ registeredUid }).where(eq(invitations.id, id))

/**
 * Gives the account the role of an invitation, which is used up; a higher role stays.
 * @throws DomainError `invitation_over` for a code that is unknown, used, over, or of another new account.
 */
export async function acceptInvitation(
  db: Database,
  { uid }: Pick<SessionPrincipal, 'uid'>,
  code: string,
  now: Date,
): Promise<{ role: Role }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .delete(invitations)
      .where(and(isOpen(code, now), or(isUnused, eq(invitations.registeredUid, uid))))
      .returning()
    if (!row)
      throw new DomainError('invitation_over', 'The invitation was used, revoked or is over.')
    const [account] = await tx
      .select({ name: authors.name, role: accounts.role })
      .from(accounts)
      .innerJoin(authors, eq(authors.uid, accounts.uid))
      .where(eq(accounts.uid, uid))
      .for('update', { of: accounts })
    if (!account) throw new UnauthenticatedError()
    const role = account.role === 'administrator' ? account.role : row.role
    const given = { role, roleSince: now, roleBy: row.by }
    await tx.update(accounts).set(given).where(eq(accounts.uid, uid))
    await tx.insert(audit).values({
      ...aboutAccount(account.name),
      action: 'role',
      reason: '',
      by: account.name,
      byUid: uid,
      before: { role: account.role },
      after: { role, invited_by: row.by },
      at: now,
    })
    return { role }
  })
}
