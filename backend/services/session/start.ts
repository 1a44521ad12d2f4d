import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Agent } from '#backend/caller.ts'
import { hashToken, newToken } from '#backend/token.ts'
import { LIFETIMES } from './lifetimes.ts'

export type When = { now: Date; accessMs: number }

/** Maximum number of live sessions of an account; the least recently used ends. */
export const SESSIONS_MAX = 100
/** Maximum number of tokens of a session; the oldest is deleted. A month has 1440 half hours. */
const TOKENS_MAX = 2000

/**
 * Starts a session.
 * @returns its first token.
 */
export async function startSession(
  tx: Transaction,
  uid: string,
  when: When,
  { browser, system }: Agent,
): Promise<string> {
  const id = newId()
  const { now } = when
  const times = { createdAt: now, usedAt: now, endsAt: now }
  await tx.insert(sessions).values({ id, uid, browser, system, ...times })
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.uid, uid), ne(sessions.id, id)))
    .orderBy(desc(sessions.usedAt))
    .offset(SESSIONS_MAX - 1)
  await tx.delete(sessions).where(inArray(sessions.id, surplus))
  return addToken(tx, id, when)
}

/** Adds a token to a session. */
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
  const surplus = db
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(eq(tokens.sessionId, sessionId))
    .orderBy(desc(tokens.refreshableUntil))
    .offset(TOKENS_MAX)
  await db.delete(tokens).where(inArray(tokens.hash, surplus))
  await db
    .update(sessions)
    .set({ endsAt: refreshableUntil, usedAt: now })
    .where(eq(sessions.id, sessionId))
  return token
}
