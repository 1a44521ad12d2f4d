import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, isNotNull, lte, not, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isVersion, lockWithAuthor } from '#backend/db/find-project.ts'
import { accounts, projects, versions } from '#backend/db/tables.ts'
import { SCHEDULE_MAX_DAYS, SCHEDULED_MAX } from '#lib/contract/visibility.ts'
import { earliestTime } from '#backend/db/earliest-time.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { recordInLog } from '#backend/services/project-log/log.ts'
import { isActive, isSuspendedAt } from '#backend/services/session/active.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { setFileState, settleCurrent, versionFileIds } from './current-version.ts'
import { describeHold, findHold, recordHold } from './hold.ts'

const DAY_MS = 24 * 3600 * 1000
/** Pause between two looks for versions whose time has come, in ms: that is how late a version is at most. */
const LOOK_MS = 20_000
/** Versions of one look. */
const BATCH = 50

/** The time of a version that waits for the operator: the schedule never reaches it. */
const HELD_UNTIL = new Date('9999-12-31T00:00:00Z')

type Place = { projectId: string; version: string }

/**
 * The time of a schedule; `null` if it has passed.
 * @throws InvalidInputError if it is too far ahead.
 */
export function scheduledTime(text: string, now: Date): Date | null {
  const time = new Date(text)
  if (time <= now) return null
  if (time.getTime() - now.getTime() <= SCHEDULE_MAX_DAYS * DAY_MS) return time
  throw new InvalidInputError(`publish_at: at most ${SCHEDULE_MAX_DAYS} days ahead`, ['publish_at'])
}

/**
 * Lets a version wait for its time: its files are not served, and the version before stays current.
 * @throws DomainError (`too_many_scheduled`).
 */
export async function schedule(tx: Transaction, place: Place, publishAt: Date): Promise<void> {
  const { projectId } = place
  const isWaiting = and(eq(versions.projectId, projectId), isNotNull(versions.publishAt))
  if ((await tx.$count(versions, isWaiting)) >= SCHEDULED_MAX) {
    const message = `At most ${SCHEDULED_MAX} versions of a project can be scheduled.`
    throw new DomainError('too_many_scheduled', message, { fields: ['publish_at'] })
  }
  await tx.update(versions).set({ publishAt }).where(isVersion(place))
  await setFileState(tx, place, 'hidden')
}

/** Lets a version wait for the operator. @throws as `schedule`. */
export async function holdVersion(tx: Transaction, place: Place, heldFor: string): Promise<void> {
  await schedule(tx, place, HELD_UNTIL)
  await tx.update(versions).set({ heldFor }).where(isVersion(place))
}

/** Makes a version that waits public, in a project that the transaction has locked. The caller settles the current version. */
export async function goLive(tx: Transaction, place: Place, now: Date): Promise<void> {
  const live = { publishAt: null, heldFor: null, createdAt: now }
  await tx.update(versions).set(live).where(isVersion(place))
  const [project] = await tx
    .update(projects)
    .set({ updatedAt: now })
    .where(eq(projects.id, place.projectId))
    .returning({ hiddenAt: projects.hiddenAt })
  // The files of a hidden project stay hidden until the operator restores it.
  if (project?.hiddenAt === null) await setFileState(tx, place, 'stored')
}

/**
 * Publishes a scheduled version of a project that the transaction has locked, or lets it wait for the operator if it equals something
 * that was hidden meanwhile. The caller settles the current version.
 * @returns whether it is published.
 */
export async function publishScheduled(
  tx: Transaction,
  project: typeof projects.$inferSelect,
  { version, now }: { version: string; now: Date },
): Promise<boolean> {
  const { id: projectId, hiddenAt, authorUid: uid, repositoryId, ownerProof } = project
  const place = { projectId, version }
  const fileIds = await versionFileIds(tx, place)
  const publication = { uid, fileIds, repositoryId, ownerProof }
  // A hidden project would equal itself; its files stay hidden.
  const hold = hiddenAt === null ? await findHold(tx, publication) : null
  if (!hold) {
    await goLive(tx, place, now)
    return true
  }
  const held = { publishAt: HELD_UNTIL, heldFor: describeHold(hold) }
  await tx.update(versions).set(held).where(isVersion(place))
  await recordHold(tx, { ...place, hold, now })
  return false
}

/** Called for a project with a version that is held. */
type OnHeld = (project: { id: string; held: 'version' }, now: Date) => void

/**
 * Publishes the versions whose time has come, each exactly once: its transaction locks the project and looks again.
 * @returns how many.
 */
export async function publishDue(
  db: Database,
  now: Date,
  onHeld: OnHeld = () => undefined,
): Promise<number> {
  const due = await db
    .select({ projectId: versions.projectId, version: versions.version })
    .from(versions)
    .innerJoin(projects, eq(projects.id, versions.projectId))
    .leftJoin(accounts, eq(accounts.uid, projects.authorUid))
    // Those of a suspended account wait until it is over.
    .where(and(lte(versions.publishAt, now), not(sql`coalesce(${isSuspendedAt(now)}, false)`)))
    .orderBy(asc(versions.publishAt), versions.projectId)
    .limit(BATCH)
  let published = 0
  for (const place of due) {
    const outcome = await db.transaction((tx) => publishIfDue(tx, place, now))
    if (outcome === 'published') published += 1
    if (outcome === 'held') onHeld({ id: place.projectId, held: 'version' }, now)
  }
  return published
}

async function publishIfDue(
  tx: Transaction,
  place: Place,
  now: Date,
): Promise<'published' | 'held' | null> {
  const { projectId, version } = place
  const row = await lockWithAuthor(tx, eq(projects.id, projectId))
  const isDue = and(isVersion(place), lte(versions.publishAt, now))
  if (!row || (await tx.$count(versions, isDue)) === 0) return null
  if (!(await isActive(tx, row.project.authorUid, now))) return null
  if (!(await publishScheduled(tx, row.project, { version, now }))) return 'held'
  await settleCurrent(tx, projectId)
  await recordInLog(tx, { uid: row.project.authorUid, now }, { ...place, event: 'version' })
  await indexProject(tx, projectId)
  await recordChanges(tx, [row.project], { author: row.author, now, effect: 'membership' })
  return 'published'
}

type Deps = Pick<Parts, 'db' | 'clock' | 'failures' | 'log'> & {
  onHeld: OnHeld
}

/** Looks for versions whose time has come until `signal` aborts. */
export async function startSchedule(deps: Deps & { signal: AbortSignal }): Promise<void> {
  const { db, clock, signal } = deps
  while (!signal.aborted) {
    try {
      await publishDue(db, await earliestTime(db, clock()), deps.onHeld)
    } catch (error) {
      if (!signal.aborted) reportFailure(deps, error, 'scheduled versions')
    }
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
