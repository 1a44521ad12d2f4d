import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Examined, Problem } from '#lib/contract/operator.ts'
import { dailyCounts, projects } from '#backend/db/tables.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'

const BATCH = 500

/**
 * Totals of projects against their counts per day. A total may be higher, since daily counts began later than
 * totals; a lower one is wrong, and `fix` raises it. The figures of demo projects are invented.
 */
export async function examineCounters(
  { db }: ExamineDeps,
  { after, fix }: ExamineOptions,
): Promise<Examined> {
  const { id, views, downloads, installs } = projects
  const rows = await db
    .select({ id, view: views, download: downloads, install: installs })
    .from(projects)
    .where(and(gt(id, after), isNull(projects.demoKey)))
    .orderBy(asc(id))
    .limit(BATCH)
  const problems: Problem[] = []
  for (const { projectId, event, count } of await countsOf(db, rows)) {
    const row = rows.find((one) => one.id === projectId)
    if (!row || row[event] >= count) continue
    if (fix) {
      const column = { view: 'views', download: 'downloads', install: 'installs' } as const
      const raised = sql`greatest(${projects[column[event]]}, ${count})`
      await db
        .update(projects)
        .set({ [column[event]]: raised })
        .where(eq(id, projectId))
    }
    const text = `${projectId} has ${row[event]} ${event}s in total and ${count} by day.`
    problems.push({ code: 'counter_wrong', subject: projectId, text, isFixed: fix })
  }
  return { checked: rows.length, problems, next: nextOf(rows) }
}

const nextOf = (rows: { id: string }[]) => (rows.length < BATCH ? null : (rows.at(-1)?.id ?? null))

function countsOf(db: ExamineDeps['db'], rows: { id: string }[]) {
  const { projectId, event, count } = dailyCounts
  const ids = rows.map((row) => row.id)
  return db
    .select({ projectId, event, count: sql<number>`sum(${count})::integer` })
    .from(dailyCounts)
    .where(inArray(projectId, ids))
    .groupBy(projectId, event)
}
