import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/account-schema.ts'
import { NotFound, Unauthorized } from '#backend/http/errors.ts'
import type { Signed } from './authenticate.ts'
import { hashToken } from './token.ts'

/**
 * Ends the session of a token that works or can still be exchanged, also one that was exchanged
 * already: none of its tokens works any more.
 * @throws Unauthorized for a token of no session.
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
  if (ended.length === 0) throw new Unauthorized()
}

/**
 * Ends one session of the account.
 * @throws NotFound where the account has no such session.
 */
export async function endSession(db: Database, { uid }: Signed, id: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.uid, uid), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new NotFound()
}

/** Ends all sessions of an account, but for the one that asks. */
export async function endSessions(
  db: Database | Transaction,
  uid: string,
  except?: string,
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.uid, uid), except === undefined ? undefined : ne(sessions.id, except)))
}
