import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/account-schema.ts'
import { Unauthorized } from '#backend/http/errors.ts'
import { hashToken, LIFETIMES } from './token.ts'

export type Signed = { uid: string; sessionId: string }

/** The last use of a session is noted once in so many ms: a read is no write otherwise. */
const USE_NOTED_MS = 5 * 60 * 1000

/**
 * Who a bearer token is for.
 * @throws Unauthorized for one that is unknown, has expired, or was exchanged a while ago.
 */
export async function authenticate(db: Database, token: string, now: Date): Promise<Signed> {
  const [signed] = await db
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
  if (!signed) throw new Unauthorized()
  const { uid, sessionId, usedAt } = signed
  if (now.getTime() - usedAt.getTime() >= USE_NOTED_MS) {
    await db.update(sessions).set({ usedAt: now }).where(eq(sessions.id, sessionId))
  }
  return { uid, sessionId }
}
