import { and, desc, eq, gt, lt } from 'drizzle-orm'
import {
  EVENT_DAYS,
  EVENTS_LISTED,
  type SecurityEvent,
  type SecurityEvents,
} from '#lib/contract/security/event.ts'
import type { Agent } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accountEvents } from '#backend/db/tables.ts'

const DAY_MS = 24 * 3600 * 1000

const oldest = (now: Date) => new Date(now.getTime() - EVENT_DAYS * DAY_MS)

/** Records what concerns the security of an account, with the browser that did it. */
export async function recordEvent(
  tx: Database | Transaction,
  event: SecurityEvent,
  { uid, agent, now }: { uid: string; agent: Agent; now: Date },
): Promise<void> {
  await tx.insert(accountEvents).values({ uid, event, at: now, ...agent })
}

/** The last events of an account. */
export async function listEvents(
  db: Database,
  uid: string,
  now: Date,
): Promise<SecurityEvents['items']> {
  const rows = await db
    .select()
    .from(accountEvents)
    .where(and(eq(accountEvents.uid, uid), gt(accountEvents.at, oldest(now))))
    .orderBy(desc(accountEvents.id))
    .limit(EVENTS_LISTED)
  return rows.map(({ at, event, browser, system }) => ({
    at: at.toISOString(),
    event,
    browser,
    system,
  }))
}

/** Deletes events that are older than `EVENT_DAYS`. */
export async function sweepEvents(db: Database, now: Date): Promise<void> {
  await db.delete(accountEvents).where(lt(accountEvents.at, oldest(now)))
}
