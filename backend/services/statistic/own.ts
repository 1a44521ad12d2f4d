import { and, eq, gte, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { COUNTED_DAYS, type ownCountsSchema } from '#lib/contract/account.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Database } from '#backend/db/connect.ts'
import { dailyCounts, projects } from '#backend/db/tables.ts'

type OwnCounts = z.infer<typeof ownCountsSchema>
/** The column of the contract that counts an event. */
export const COUNTERS = { view: 'views', download: 'downloads', install: 'installs' } as const
const DAY_MS = 24 * 3600 * 1000

/** The days that are counted, oldest first, in UTC. */
export const countedDays = (now: Date): string[] =>
  Array.from({ length: COUNTED_DAYS }, (_, index) =>
    new Date(now.getTime() - (COUNTED_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )

/** Views, downloads and installs of an account's projects, in total and by day (UTC). */
export async function ownCounts(
  db: Database,
  { uid, kind, now }: { uid: string; kind?: Kind | undefined; now: Date },
): Promise<OwnCounts> {
  const isOwn = and(eq(projects.authorUid, uid), kind && eq(projects.kind, kind))
  const sum = (column: AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)::integer`
  const [total] = await db
    .select({
      views: sum(projects.views),
      downloads: sum(projects.downloads),
      installs: sum(projects.installs),
    })
    .from(projects)
    .where(isOwn)
  const days = countedDays(now)
  const rows = await db
    .select({
      day: dailyCounts.day,
      event: dailyCounts.event,
      count: sql<number>`sum(${dailyCounts.count})::integer`,
    })
    .from(dailyCounts)
    .innerJoin(projects, eq(projects.id, dailyCounts.projectId))
    .where(and(isOwn, gte(dailyCounts.day, days[0] ?? '')))
    .groupBy(dailyCounts.day, dailyCounts.event)
  const byDay = new Map<string, OwnCounts['days'][number]>(
    days.map((day) => [day, { day, views: 0, downloads: 0, installs: 0 }]),
  )
  for (const { day, event, count } of rows) {
    const counts = byDay.get(day)
    if (counts) counts[COUNTERS[event]] = count
  }
  return { views: 0, downloads: 0, installs: 0, ...total, days: [...byDay.values()] }
}
