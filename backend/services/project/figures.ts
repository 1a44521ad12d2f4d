import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { FIGURES_DAYS, type ProjectFigures } from '#lib/contract/figures/figures.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { StatisticEvent } from '#lib/contract/statistic.ts'
import type { Database } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { dailyCounts, projects } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { COUNTERS } from '#backend/services/statistic/own.ts'
import { versionsOf } from './version.ts'

const DAY_MS = 24 * 3600 * 1000
type Own = { uid: string; kind: Kind; id: string }
type Row = { at: string; event: StatisticEvent; count: number }

/**
 * Views, downloads and installs of an own project by day (UTC), before that by month, and of its versions.
 * @throws NotFoundError also for a hidden project, and those of others.
 */
export async function projectFigures(
  db: Database,
  { now, ...own }: Own & { now: Date },
): Promise<ProjectFigures> {
  const isShown = and(isOwnProject(own), isNull(projects.hiddenAt))
  if ((await db.$count(projects, isShown)) === 0) throw new NotFoundError()
  const from = new Date(now.getTime() - (FIGURES_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  // Months that are summed have one row, under their first day (services/statistic/aggregate.ts).
  const at = sql<string>`CASE WHEN ${dailyCounts.day} < ${from}::date
    THEN to_char(${dailyCounts.day}, 'YYYY-MM') ELSE ${dailyCounts.day}::text END`
  const rows = await db
    .select({
      at: at.as('at'),
      event: dailyCounts.event,
      count: sql<number>`sum(${dailyCounts.count})::integer`,
    })
    .from(dailyCounts)
    .where(eq(dailyCounts.projectId, own.id))
    .groupBy(sql`1`, dailyCounts.event)
    .orderBy(asc(sql`1`))
  const counts = [...countsOf(rows)]
  const versions = await versionsOf(db, own.id)
  return {
    from,
    days: counts.flatMap(([day, one]) => (day.length > 'YYYY-MM'.length ? [{ day, ...one }] : [])),
    months: counts.flatMap(([month, one]) =>
      month.length > 'YYYY-MM'.length ? [] : [{ month, ...one }],
    ),
    versions: versions
      .filter(({ publishAt }) => publishAt === null)
      .map(({ version, createdAt, channel, yankedAt, downloads }) => ({
        version,
        at: createdAt.toISOString(),
        channel,
        is_yanked: yankedAt !== null,
        downloads,
      })),
  }
}

/** The three counts of each day or month. */
function countsOf(rows: Row[]) {
  const counts = new Map<string, { views: number; downloads: number; installs: number }>()
  for (const { at, event, count } of rows) {
    const one = counts.get(at) ?? { views: 0, downloads: 0, installs: 0 }
    one[COUNTERS[event]] = count
    counts.set(at, one)
  }
  return counts
}
