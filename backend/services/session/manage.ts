import { and, desc, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { codes, sessions, tokens } from '#backend/db/tables.ts'
import { NotFoundError, UnauthenticatedError } from '#backend/errors.ts'
import type { SessionPrincipal } from '#backend/caller.ts'
import { sweepDevices } from '#backend/services/device/devices.ts'
import { hashToken } from '#backend/token.ts'
import { sweepEvents } from './security-events.ts'
import type { AccountSession } from '#lib/contract/account.ts'

/**
 * Ends the session of a token that is valid or can still be exchanged, including one that was already
 * exchanged. All tokens of the session become invalid.
 * @throws UnauthenticatedError if no session has the token.
 */
export async function endSessionOf(db: Database, token: string, now: Date): Promise<void> {
  const own = db
    .select({ id: tokens.sessionId })
    .from(tokens)
    .where(and(eq(tokens.hash, hashToken(token)), gt(tokens.refreshableUntil, now)))
  const ended = await db
    .delete(sessions)
    .where(inArray(sessions.id, own))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new UnauthenticatedError()
}

/**
 * Ends one session of the account.
 * @throws NotFoundError if the account has no session with this id.
 */
export async function endSession(
  db: Database,
  { uid }: SessionPrincipal,
  id: string,
): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.uid, uid), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new NotFoundError()
}

/** Ends all sessions of an account, except one. */
export async function endSessions(
  db: Database | Transaction,
  uid: string,
  except?: string,
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.uid, uid), except === undefined ? undefined : ne(sessions.id, except)))
}

/** Live sessions of an account, most recently used first. */
export async function listSessions(
  db: Database,
  { uid, sessionId }: SessionPrincipal,
  now: Date,
): Promise<AccountSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), gt(sessions.endsAt, now)))
    .orderBy(desc(sessions.usedAt), desc(sessions.createdAt), sessions.id)
  return rows.map((row) => ({ ...toSession(row), current: row.id === sessionId }))
}

/** What a session shows of itself. */
export const toSession = ({ createdAt, usedAt, ...row }: typeof sessions.$inferSelect) => ({
  id: row.id,
  browser: row.browser,
  system: row.system,
  created_at: createdAt.toISOString(),
  used_at: usedAt.toISOString(),
})

/** Deletes sessions, tokens, codes and known browsers that have expired. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.endsAt, now))
  await db.delete(tokens).where(lt(tokens.refreshableUntil, now))
  await db.delete(codes).where(lt(codes.expiresAt, now))
  await sweepDevices(db, now)
  await sweepEvents(db, now)
}
