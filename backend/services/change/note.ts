import { lt, sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { changes, type projects } from '#backend/db/schema.ts'

/** Changes are told for so long, in ms; the web processes ask every half second. */
const KEPT_MS = 3600 * 1000
/** Any number that nobody else locks in the same database. */
const CHANGES_LOCK = 7_301_845

/** So many rows one statement inserts: PostgreSQL takes 65 535 parameters. */
const BATCH = 1000

type Shown = Pick<typeof projects.$inferSelect, 'id' | 'kind'>
type About = { author: string; now: Date; isNew?: boolean }

/**
 * Notes that what is shown of an author's projects changes with this transaction. It has to be the
 * last thing that the transaction does but for rows that nobody else touches: from here on it holds
 * a lock until it ends, so that ids become visible in their order, and a reader that has seen one
 * misses none before it.
 */
export async function noteChanges(
  tx: Transaction,
  shown: Shown[],
  { author, now, isNew = false }: About,
): Promise<void> {
  if (shown.length === 0) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CHANGES_LOCK})`)
  await tx.delete(changes).where(lt(changes.at, new Date(now.getTime() - KEPT_MS)))
  for (const some of chunksOf(shown, BATCH)) {
    const rows = some.map(({ id, kind }) => ({ at: now, kind, projectId: id, author, isNew }))
    await tx.insert(changes).values(rows)
  }
}
