import { and, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { sessions } from '#backend/db/account-schema.ts'

/** Ends one session: none of its tokens works any more. */
export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
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
