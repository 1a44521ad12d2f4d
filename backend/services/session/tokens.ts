import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { sessions, tokens } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Agent, SessionPrincipal } from '#backend/caller.ts'
import { UnauthenticatedError } from '#backend/errors.ts'
import { hashToken, newToken } from '#backend/token.ts'

export type When = { now: Date; accessMs: number }

/** Maximum number of live sessions of an account; the least recently used ends. */
const SESSIONS_MAX = 100
/** Maximum number of tokens of a session; the oldest is deleted. A month has 1440 half hours. */
const TOKENS_MAX = 2000

/** Interval between updates of a session's last use, in ms, so that most reads do not write. */
const USE_UPDATE_MS = 5 * 60 * 1000
/** Lifetimes of tokens. */
const LIFETIMES = {
  /** Default validity of a session token, in ms; configurable. */
  accessMs: 30 * 60 * 1000,
  /** Time in which a token can be exchanged, in ms; an unused session ends then. */
  refreshMs: 30 * 24 * 3600 * 1000,
  /** Grace period for late requests with an exchanged token, in ms. */
  graceMs: 60 * 1000,
} as const

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
async function addToken(
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

/**
 * The principal of a bearer token.
 * @throws UnauthenticatedError if the token is unknown, expired, or was exchanged before the grace period.
 */
export async function authenticate(
  db: Database,
  token: string,
  now: Date,
): Promise<SessionPrincipal> {
  const [principal] = await db
    .select({ uid: sessions.uid, sessionId: sessions.id, usedAt: sessions.usedAt })
    .from(tokens)
    .innerJoin(sessions, eq(sessions.id, tokens.sessionId))
    .where(
      and(
        eq(tokens.hash, hashToken(token)),
        gt(tokens.expiresAt, now),
        or(
          isNull(tokens.rotatedAt),
          gt(tokens.rotatedAt, new Date(now.getTime() - LIFETIMES.graceMs)),
        ),
      ),
    )
  if (!principal) throw new UnauthenticatedError()
  const { uid, sessionId, usedAt } = principal
  if (now.getTime() - usedAt.getTime() >= USE_UPDATE_MS) {
    await db.update(sessions).set({ usedAt: now }).where(eq(sessions.id, sessionId))
  }
  return { uid, sessionId }
}

/**
 * Exchanges a token, expired or not, for a new one. Within the grace period an exchanged token can be
 * exchanged again, since several processes may use it. After that its reuse indicates theft, and the
 * session ends (RFC 9700, section 4.14.2).
 * @throws UnauthenticatedError if the token is unknown, too old, or reused.
 */
export async function refreshToken(db: Database, token: string, when: When): Promise<string> {
  const next = await db.transaction(async (tx) => {
    const hash = hashToken(token)
    const isAlive = and(eq(tokens.hash, hash), gt(tokens.refreshableUntil, when.now))
    const [rotated] = await tx
      .update(tokens)
      .set({ rotatedAt: when.now })
      .where(and(isAlive, isNull(tokens.rotatedAt)))
      .returning({ sessionId: tokens.sessionId })
    if (rotated) return addToken(tx, rotated.sessionId, when)
    const [reused] = await tx.select().from(tokens).where(isAlive)
    if (!reused?.rotatedAt) return null
    if (when.now.getTime() - reused.rotatedAt.getTime() < LIFETIMES.graceMs) {
      return addToken(tx, reused.sessionId, when)
    }
    await tx.delete(sessions).where(eq(sessions.id, reused.sessionId))
    return null
  })
  // Thrown outside of the transaction, which must commit.
  if (next === null) throw new UnauthenticatedError()
  return next
}
