import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/tables.ts'
import { NotFoundError, UnauthenticatedError } from '#backend/errors.ts'
import type { SessionPrincipal } from '#backend/caller.ts'
import { hashToken } from '#backend/token.ts'

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
