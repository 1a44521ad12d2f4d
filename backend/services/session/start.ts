import { eq, lt } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { codes, sessions, tokens } from '#backend/db/account-schema.ts'
import { newId } from '#backend/services/project/id.ts'
import { hashToken, LIFETIMES, newToken } from './token.ts'

export type When = { now: Date; accessMs: number }

/**
 * Begins a session, and forgets what has ended by then.
 * @returns its first token.
 */
export async function startSession(
  db: Database | Transaction,
  uid: string,
  when: When,
): Promise<string> {
  await db.delete(sessions).where(lt(sessions.endsAt, when.now))
  await db.delete(tokens).where(lt(tokens.refreshableUntil, when.now))
  await db.delete(codes).where(lt(codes.expiresAt, when.now))
  const sessionId = newId()
  await db.insert(sessions).values({ id: sessionId, uid, createdAt: when.now, endsAt: when.now })
  return addToken(db, sessionId, when)
}

/** Gives a session one more token. */
export async function addToken(
  db: Database | Transaction,
  sessionId: string,
  { now, accessMs }: When,
): Promise<string> {
  const token = newToken()
  const refreshableUntil = new Date(now.getTime() + LIFETIMES.refreshMs)
  await db.insert(tokens).values({
    hash: hashToken(token),
    sessionId,
    expiresAt: new Date(now.getTime() + accessMs),
    refreshableUntil,
  })
  await db.update(sessions).set({ endsAt: refreshableUntil }).where(eq(sessions.id, sessionId))
  return token
}
