import { and, lt, ne } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { reports } from '#backend/db/tables.ts'

/** Days for which the address of a report’s sender is kept after the decision. */
const ADDRESS_DAYS = 365
const ADDRESS_MS = ADDRESS_DAYS * 24 * 3600 * 1000

/** Forgets addresses of senders of reports that were decided long ago. */
export async function sweepReportAddresses(db: Database, now: Date): Promise<void> {
  const isOld = lt(reports.decidedAt, new Date(now.getTime() - ADDRESS_MS))
  await db
    .update(reports)
    .set({ email: '' })
    .where(and(isOld, ne(reports.email, '')))
}
