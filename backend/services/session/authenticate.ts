import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { SessionPrincipal } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { sessions, tokens } from '#backend/db/tables.ts'
import { UnauthenticatedError } from '#backend/errors.ts'
import { hashToken } from '#backend/token.ts'
import { LIFETIMES } from './start.ts'

/** Interval between updates of a session's last use, in ms, so that most reads do not write. */
const USE_UPDATE_MS = 5 * 60 * 1000

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
