import { and, desc, eq, gt } from 'drizzle-orm'
import type { AccountSession } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { sessions } from '#backend/db/tables.ts'
import type { SessionPrincipal } from '#backend/caller.ts'

/** Live sessions of an account, most recently used first. */
export async function listSessions(
  db: Database,
  { uid, sessionId }: SessionPrincipal,
  now: Date,
): Promise<AccountSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), gt(sessions.endsAt, now)))
    .orderBy(desc(sessions.usedAt), desc(sessions.createdAt), sessions.id)
  return rows.map(({ id, browser, system, createdAt, usedAt }) => ({
    id,
    browser,
    system,
    created_at: createdAt.toISOString(),
    used_at: usedAt.toISOString(),
    current: id === sessionId,
  }))
}
