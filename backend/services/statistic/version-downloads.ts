import { and, eq, gt, sql } from 'drizzle-orm'
import { DISCARD_HOURS } from '#lib/contract/visibility.ts'
import type { Visitor } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { versions } from '#backend/db/tables.ts'
import { isAutomatic, visitOf } from './visit.ts'

/**
 * Counts a download or an installation of a version once per network and day (UTC), while its author can discard it; as `recordEvent` in
 * all else. `isAuthor` stores it without counting: what this network downloads on the same day is not that of others.
 */
export async function recordVersionDownload(
  db: Database,
  { id, version }: { id: string; version: string },
  visitor: Visitor,
  now: Date,
  { isAuthor = false } = {},
): Promise<void> {
  const isNew = and(
    eq(versions.projectId, id),
    eq(versions.version, version),
    gt(versions.createdAt, new Date(now.getTime() - DISCARD_HOURS * 3600 * 1000)),
  )
  if (!isAuthor && isAutomatic(visitor)) return
  if ((await db.$count(versions, isNew)) === 0) return
  const visit = await visitOf(db, visitor, now.toISOString().slice(0, 10))
  if (!visit) return
  await db.transaction(async (tx) => {
    if (!(await visit.isFirst(tx, [id, 'version', version]))) return
    if (!isAuthor) {
      await tx
        .update(versions)
        .set({ downloads: sql`${versions.downloads} + 1` })
        .where(isNew)
    }
    await visit.countInTotal(tx)
  })
}
