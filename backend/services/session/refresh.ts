import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/tables.ts'
import { UnauthenticatedError } from '#backend/errors.ts'
import { addToken, LIFETIMES, type When } from './start.ts'
import { hashToken } from '#backend/token.ts'

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
