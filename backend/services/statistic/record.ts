import { and, eq, sql } from 'drizzle-orm'
import type { RecordRequest, StatisticEvent } from '#lib/contract/statistic.ts'
import { count } from '#lib/telemetry/registry.ts'
import type { Database } from '#backend/db/connect.ts'
import { dailyCounts, projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { updateRank } from '#backend/services/search-index/rank.ts'
import { popularityAfter } from './popularity.ts'
import { countOfVersion, recordVersionDownload } from './version-downloads.ts'
import { isAutomatic, visitOf } from './visit.ts'

import type { Visitor } from '#backend/caller.ts'

const COUNTERS = {
  view: projects.views,
  download: projects.downloads,
  install: projects.installs,
} as const
const COLUMNS = {
  view: 'views',
  download: 'downloads',
  install: 'installs',
} as const satisfies Record<StatisticEvent, keyof typeof projects.$inferSelect>

/**
 * Counts an event once per network, project and day (UTC), regardless of the user agent, which clients
 * choose. Bots and events beyond the daily limits are not counted. Of the visitor only a hash is stored,
 * keyed with a random salt of the day; hashes and salt are deleted the next day (`deletePastVisits`).
 * @param uid the account that makes it, if known: nothing that the author does with their own project counts. Files are downloaded
 * without a session, so that after a view by the author no download of the network counts on the same day.
 * @returns whether the event was counted.
 * @throws NotFoundError for an unknown or hidden project.
 */
export async function recordEvent(
  db: Database,
  { kind, id, event, uid }: RecordRequest & { uid?: string | undefined },
  visitor: Visitor,
  now: Date,
): Promise<boolean> {
  const day = now.toISOString().slice(0, 10)
  const [project] = await db
    .select({ version: projects.version, authorUid: projects.authorUid })
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic))
  if (!project) throw new NotFoundError()
  if (uid === project.authorUid) {
    await rememberAuthor(db, { id, version: project.version }, visitor, now)
    return false
  }
  const visit = isAutomatic(visitor) ? null : await visitOf(db, visitor, day)
  if (!visit) return false
  const isCounted = await db.transaction(async (tx) => {
    if (!(await visit.isFirst(tx, [id, event]))) return false
    await tx
      .insert(dailyCounts)
      .values({ projectId: id, day, event, count: 1 })
      .onConflictDoUpdate({
        target: [dailyCounts.projectId, dailyCounts.day, dailyCounts.event],
        set: { count: sql`${dailyCounts.count} + 1` },
      })
    const [counted] = await tx
      .update(projects)
      .set({
        [COLUMNS[event]]: sql`${COUNTERS[event]} + 1`,
        popularity: popularityAfter(event, now),
      })
      .where(eq(projects.id, id))
      .returning({ popularity: projects.popularity })
    if (counted) await updateRank(tx, id, counted.popularity)
    if (event !== 'view') await countOfVersion(tx, { id, version: project.version }, now)
    // Last, because all events of the day lock this row.
    await visit.countInTotal(tx)
    return true
  })
  if (isCounted) count('keystrip_project_events_total', [event])
  if (event !== 'view')
    await recordVersionDownload(db, { id, version: project.version }, visitor, now)
  return isCounted
}

/** Stores that the author has downloaded a project, without counting. */
async function rememberAuthor(
  db: Database,
  project: { id: string; version: string },
  visitor: Visitor,
  now: Date,
): Promise<void> {
  await recordVersionDownload(db, project, visitor, now, { isAuthor: true })
  const visit = await visitOf(db, visitor, now.toISOString().slice(0, 10))
  await db.transaction(async (tx) => {
    if (await visit?.isFirst(tx, [project.id, 'download'])) await visit?.countInTotal(tx)
  })
}
