import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { DISCARD_HOURS } from '#lib/contract/visibility.ts'
import type { Visitor } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { versions } from '#backend/db/tables.ts'
import { isAutomatic, visitOf } from './visit.ts'

const discardableSince = (now: Date) => new Date(now.getTime() - DISCARD_HOURS * 3600 * 1000)

/**
 * Counts a download or an installation of a version once per network and day (UTC), while its author can discard it; as `recordEvent` in
 * all else. What decides about discarding it counts wider networks once. `isAuthor` stores it without counting: what this network downloads on the same day is not that of others. `isFormer` counts
 * those of any age, of a version that is not the current one: `recordEvent` has the others.
 */
export async function recordVersionDownload(
  db: Database,
  { id, version }: { id: string; version: string },
  visitor: Visitor,
  now: Date,
  { isAuthor = false, isFormer = false } = {},
): Promise<void> {
  const isNew = and(
    eq(versions.projectId, id),
    eq(versions.version, version),
    isFormer ? undefined : gt(versions.createdAt, discardableSince(now)),
  )
  if (!isAuthor && isAutomatic(visitor)) return
  if ((await db.$count(versions, isNew)) === 0) return
  const day = now.toISOString().slice(0, 10)
  const visit = await visitOf(db, visitor, day)
  if (!visit) return
  await db.transaction(async (tx) => {
    const event = [id, 'version', version]
    if (!(await visit.isFirst(tx, event))) return
    const isOther = await visit.isFirstOfCustomer(tx, event)
    if (!isAuthor) {
      const { downloads, earlyDownloads, createdAt } = versions
      const isEarly = sql`${isOther}::boolean AND ${gt(createdAt, discardableSince(now))}`
      const increased = sql`jsonb_build_object(${day}::text, coalesce((${earlyDownloads} ->> ${day})::integer, 0) + 1)`
      await tx
        .update(versions)
        .set({
          downloads: sql`${downloads} + 1`,
          earlyDownloads: sql`CASE WHEN ${isEarly} THEN ${earlyDownloads} || ${increased} ELSE ${earlyDownloads} END`,
        })
        .where(isNew)
    }
    await visit.countInTotal(tx)
  })
}

/** Counts an event of the current version that `recordEvent` has counted, once it is too old for `recordVersionDownload`. */
export const countOfVersion = (
  tx: Transaction,
  { id, version }: { id: string; version: string },
  now: Date,
) =>
  tx
    .update(versions)
    .set({ downloads: sql`${versions.downloads} + 1` })
    .where(
      and(
        eq(versions.projectId, id),
        eq(versions.version, version),
        lte(versions.createdAt, discardableSince(now)),
      ),
    )
