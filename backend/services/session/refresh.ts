import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/account-schema.ts'
import { Unauthorized } from '#backend/http/errors.ts'
import { addToken, type When } from './start.ts'
import { hashToken, LIFETIMES } from './token.ts'

/**
 * Exchanges a token, expired or not, for the next one. The old one may be exchanged once more
 * within the grace window, since several processes may hold it; after that whoever shows it has
 * found it somewhere, and the whole session ends (RFC 9700, section 4.14.2).
 * @throws Unauthorized
 */
export async function refreshToken(db: Database, token: string, when: When): Promise<string> {
  const next = await db.transaction(async (tx) => {
    const hash = hashToken(token)
    const isAlive = and(eq(tokens.hash, hash), gt(tokens.refreshableUntil, when.now))
    const [first] = await tx
      .update(tokens)
      .set({ rotatedAt: when.now })
      .where(and(isAlive, isNull(tokens.rotatedAt)))
      .returning({ sessionId: tokens.sessionId })
    if (first) return addToken(tx, first.sessionId, when)
    const [known] = await tx.select().from(tokens).where(isAlive)
    if (!known?.rotatedAt) return null
    if (when.now.getTime() - known.rotatedAt.getTime() < LIFETIMES.graceMs) {
      return addToken(tx, known.sessionId, when)
    }
    await tx.delete(sessions).where(eq(sessions.id, known.sessionId))
    return null
  })
  // Outside of the transaction, which has to be kept.
  if (next === null) throw new Unauthorized()
  return next
}
