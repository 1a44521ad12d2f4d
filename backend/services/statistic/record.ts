import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import type { RecordRequest, StatisticEvent } from '#lib/contract/statistic.ts'
import type { Database } from '#backend/db/connect.ts'
import { dailyCounts, projects, salts, visits } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { updateRank } from '#backend/services/search/rank.ts'
import { popularityAfter } from './popularity.ts'

export type Visitor = { address: string; userAgent: string }

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
 * Counts an event once per visitor, project and day (UTC); bots count for nothing. What is kept of
 * the visitor is a hash keyed by the day's random salt; hashes and salt go with the next day.
 * @returns whether it was counted.
 * @throws NotFound for a project that is not there.
 */
export async function recordEvent(
  db: Database,
  { kind, id, event }: RecordRequest,
  visitor: Visitor,
  now: Date,
): Promise<boolean> {
  const day = now.toISOString().slice(0, 10)
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isNull(projects.hiddenAt)))
  if (!project) throw new NotFound()
  if (visitor.userAgent === '' || isbot(visitor.userAgent)) return false
  const salt = await saltOf(db, day)
  const hash = createHmac('sha256', salt)
    .update(JSON.stringify([id, event, visitor.address, visitor.userAgent]))
    .digest('base64url')
  return db.transaction(async (tx) => {
    const [first] = await tx
      .insert(visits)
      .values({ day, hash })
      .onConflictDoNothing()
      .returning({ hash: visits.hash })
    if (!first) return false
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
    return true
  })
}

/** The day's salt, made by whoever comes first; what is left of earlier days is deleted then. */
async function saltOf(db: Database, day: string): Promise<string> {
  const [known] = await db.select({ salt: salts.salt }).from(salts).where(eq(salts.day, day))
  if (known) return known.salt
  await db.delete(visits).where(lt(visits.day, day))
  await db.delete(salts).where(lt(salts.day, day))
  const [made] = await db
    .insert(salts)
    .values({ day, salt: randomBytes(32).toString('base64url') })
    .onConflictDoUpdate({ target: salts.day, set: { day } })
    .returning({ salt: salts.salt })
  if (!made) throw new Error('no salt')
  return made.salt
}
