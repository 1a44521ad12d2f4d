import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import type { RecordRequest, StatisticEvent } from '#lib/contract/statistic.ts'
import { networksOf } from '#lib/limits/networks.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { dailyCounts, projects, salts, visitCounts, visits } from '#backend/db/schema.ts'
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

/** Rows of `visits` that one network (IPv6: a /64) may make in a day: a school of 300 with ten each. */
const VISITS_PER_ADDRESS = 3000
/** And all of them together: about 100 bytes each. What comes after them is not counted. */
const VISITS_PER_DAY = 1_000_000
/** The row of `visit_counts` that counts them all. */
const EVERYBODY = ''

/**
 * Counts an event once per address, project and day (UTC), whatever the user agent says: a visitor
 * can say anything there. Bots count for nothing. What is kept of the visitor is a hash keyed by the
 * day's random salt; hashes and salt go with the next day (`forgetVisits`). The rows of a day are
 * bounded, in all and by address; an event beyond the bounds is not counted.
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
  const network = networksOf(visitor.address)[0]?.name ?? ''
  const hashOf = (value: unknown) =>
    createHmac('sha256', salt).update(JSON.stringify(value)).digest('base64url')
  const hash = hashOf([id, event, network])
  if (!(await hasRoom(db, day, [hashOf(network), EVERYBODY]))) return false
  return db.transaction(async (tx) => {
    const [first] = await tx
      .insert(visits)
      .values({ day, hash })
      .onConflictDoNothing()
      .returning({ hash: visits.hash })
    if (!first) return false
    await countVisit(tx, day, hashOf(network))
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
    // Last, since everybody waits for the row that everybody changes.
    await countVisit(tx, day, EVERYBODY)
    return true
  })
}

async function hasRoom(db: Database, day: string, hashes: string[]): Promise<boolean> {
  const { hash, count } = visitCounts
  const rows = await db
    .select({ hash, count })
    .from(visitCounts)
    .where(and(eq(visitCounts.day, day), inArray(hash, hashes)))
  return rows.every((row) => {
    return row.count < (row.hash === EVERYBODY ? VISITS_PER_DAY : VISITS_PER_ADDRESS)
  })
}

async function countVisit(tx: Transaction, day: string, hash: string): Promise<void> {
  await tx
    .insert(visitCounts)
    .values({ day, hash, count: 1 })
    .onConflictDoUpdate({
      target: [visitCounts.day, visitCounts.hash],
      set: { count: sql`${visitCounts.count} + 1` },
    })
}

/** The day's salt, made by whoever comes first. */
async function saltOf(db: Database, day: string): Promise<string> {
  const [known] = await db.select({ salt: salts.salt }).from(salts).where(eq(salts.day, day))
  if (known) return known.salt
  const [made] = await db
    .insert(salts)
    .values({ day, salt: randomBytes(32).toString('base64url') })
    .onConflictDoUpdate({ target: salts.day, set: { day } })
    .returning({ salt: salts.salt })
  if (!made) throw new Error('no salt')
  return made.salt
}
