import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { sessions, tokens } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Agent } from '#backend/caller.ts'
import { hashToken, newToken } from '#backend/token.ts'

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
  const others = and(eq(sessions.uid, uid), ne(sessions.id, id))
  const order = [desc(sessions.usedAt)]
  await keepFirst(tx, sessions, { id: sessions.id, where: others, order, max: SESSIONS_MAX - 1 })
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
  const where = eq(tokens.sessionId, sessionId)
  const order = [desc(tokens.refreshableUntil)]
  await keepFirst(db, tokens, { id: tokens.hash, where, order, max: TOKENS_MAX })
  await db
    .update(sessions)
    .set({ endsAt: refreshableUntil, usedAt: now })
    .where(eq(sessions.id, sessionId))
  return token
}

/** Lifetimes of tokens. */
export const LIFETIMES = {
  /** Default validity of a session token, in ms; configurable. */
  accessMs: 30 * 60 * 1000,
  /** Time in which a token can be exchanged, in ms; an unused session ends then. */
  refreshMs: 30 * 24 * 3600 * 1000,
  /** Grace period for late requests with an exchanged token, in ms. */
  graceMs: 60 * 1000,
} as const
