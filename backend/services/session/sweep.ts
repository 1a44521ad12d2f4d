import { lt } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { codes, sessions, tokens } from '#backend/db/tables.ts'
import { sweepDevices } from '#backend/services/device/devices.ts'

/** Deletes sessions, tokens, codes and known browsers that have expired. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.endsAt, now))
  await db.delete(tokens).where(lt(tokens.refreshableUntil, now))
  await db.delete(codes).where(lt(codes.expiresAt, now))
  await sweepDevices(db, now)
}
