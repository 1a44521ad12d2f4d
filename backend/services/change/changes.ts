import {
  and,
  arrayOverlaps,
  asc,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  max,
  sql,
} from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { changes, projects, siteSettings } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { findNaming } from '#backend/services/need/find-needs.ts'
import type { z } from 'zod'
import { type ChangeEffect, CHANGES_MAX, type changesSchema } from '#lib/contract/change.ts'

/** Changes are kept for an hour; web processes poll every half second. */
const RETENTION_MS = 3600 * 1000
/** Arbitrary id of an advisory lock, unique in this database. */
const CHANGES_LOCK = 7_301_845

/** Rows per INSERT; PostgreSQL allows 65 535 parameters. */
const BATCH = 1000

/** Pages of other projects that change with one, such as with their successor; further ones follow when they are next rendered. */
const NAMING_MAX = 200

type ChangedProject = Pick<typeof projects.$inferSelect, 'id' | 'kind'>
type ChangeInfo = {
  author: string
  now: Date
  isNew?: boolean
  /** `membership` of a new project, otherwise `removal`. */
  effect?: ChangeEffect
  /** `skeletonKeys` of the titles that came or went: other projects with the same title say so. */
  titles?: (string[] | null)[] | undefined
}

/**
 * Records that projects of an author change with this transaction, so that web processes revalidate
 * their caches. Call it last in the transaction, except for writes to rows that no other transaction
 * locks: it holds an advisory lock until the commit. Commits therefore happen in the order of the ids,
 * and a reader that has seen an id has seen all lower ones.
 */
export async function recordChanges(
  tx: Transaction,
  changed: ChangedProject[],
  {
    author,
    now,
    isNew = false,
    effect = isNew ? 'membership' : 'removal',
    titles = [],
  }: ChangeInfo,
): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CHANGES_LOCK})`)
  await tx.delete(changes).where(lt(changes.at, new Date(now.getTime() - RETENTION_MS)))
  // They show the title of their successor.
  const naming = effect === 'content' ? [] : await namingOf(tx, changed)
  const namesakes = await namesakesOf(tx, changed, titles)
  const needed = effect === 'content' ? [] : await neededWith(tx, changed)
  const affected: [ChangedProject, ChangeEffect][] = [
    ...[...changed, ...naming].map((one): [ChangedProject, ChangeEffect] => [one, effect]),
    ...[...namesakes, ...needed].map((one): [ChangedProject, ChangeEffect] => [one, 'content']),
  ]
  for (const batch of chunksOf(affected, BATCH)) {
    const rows = batch.map(([{ id, kind }, what]) => ({
      at: now,
      kind,
      projectId: id,
      author,
      isNew,
      effect: what,
    }))
    await tx.insert(changes).values(rows)
  }
}

/** Records that settings of the site change with this transaction, before it reads them: they change one after another. */
export async function recordSettings(tx: Transaction, now: Date): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CHANGES_LOCK})`)
  await tx.insert(changes).values({ at: now })
}

/** Deprecated projects whose pages name one of these as their successor. */
async function namingOf(tx: Transaction, changed: ChangedProject[]): Promise<ChangedProject[]> {
  const naming: ChangedProject[] = []
  for (const batch of chunksOf(changed, BATCH)) {
    const ids = batch.map(({ id }) => id)
    const { id, kind, successorId } = projects
    naming.push(
      ...(await tx
        .select({ id, kind })
        .from(projects)
        .where(inArray(successorId, ids))
        .limit(NAMING_MAX)),
    )
  }
  return naming
}

/** Projects that need one of these, and those that it needs: their pages name it. */
async function neededWith(tx: Transaction, changed: ChangedProject[]): Promise<ChangedProject[]> {
  const needed: ChangedProject[] = []
  for (const batch of chunksOf(changed, BATCH)) {
    const ids = batch.map(({ id }) => id)
    needed.push(...(await findNaming(tx, ids, NAMING_MAX)))
  }
  return needed
}

/** Listed projects with one of the titles. */
async function namesakesOf(
  tx: Transaction,
  changed: ChangedProject[],
  titles: (string[] | null)[],
): Promise<ChangedProject[]> {
  const own = new Set(changed.map(({ id }) => id))
  const namesakes = new Map<string, ChangedProject>()
  for (const batch of chunksOf([...new Set(titles.flatMap((keys) => keys ?? []))], BATCH)) {
    const { id, kind, titleSkeletons } = projects
    const rows = await tx
      .select({ id, kind })
      .from(projects)
      .where(and(arrayOverlaps(titleSkeletons, batch), isListed))
      .limit(NAMING_MAX)
    for (const row of rows) if (!own.has(row.id)) namesakes.set(row.id, row)
  }
  return [...namesakes.values()]
}

/**
 * Another value after the database was replaced, or its table of changes written anew from a backup. A copy of the server's
 * files has the same one: positions that are lower than before tell that.
 */
const HISTORY = sql<string>`coalesce((SELECT value FROM settings WHERE name = 'database-id'), '')
  || '-' || (SELECT oid FROM pg_database WHERE datname = current_database())
  || '-' || coalesce(pg_relation_filenode('changes'), 0)`

/** The revision of the settings that pages show (services/setting/settings.ts). */
const SETTINGS = sql<number>`(SELECT coalesce(max(greatest(revision, turn)), 0) FROM ${siteSettings})`

/** Later changes of projects. A change of settings moves the position alone. */
const isLater = (after: number) => and(gt(changes.id, after), isNotNull(changes.kind))

/**
 * The changes after the position `after`, at most `CHANGES_MAX`. Without `after`, or without a later
 * change, only the newest position. `is_reset` if `after` is beyond it, as after a restored backup.
 * One statement: a change that is committed between two would be skipped, and pages of before would stay.
 */
export async function listChanges(
  db: Database,
  after: number | undefined,
): Promise<z.infer<typeof changesSchema>> {
  const newest = db
    .select({
      newest: max(changes.id).as('newest'),
      history: HISTORY.as('history'),
      settings: SETTINGS.as('settings'),
    })
    .from(changes)
    .as('state')
  const rows = await db
    .select({
      ...getTableColumns(changes),
      newest: newest.newest,
      history: newest.history,
      settings: newest.settings,
    })
    .from(newest)
    .leftJoin(changes, after === undefined ? sql`false` : isLater(after))
    .orderBy(asc(changes.id))
    .limit(CHANGES_MAX)
  const items = rows.flatMap(({ kind, projectId: id, author, isNew, effect }) =>
    id === null || kind === null || author === null || isNew === null
      ? []
      : [{ kind, id, author, is_new: isNew, effect: effect ?? undefined }],
  )
  const isCut = items.length === CHANGES_MAX
  const position = (isCut ? rows.at(-1)?.id : rows[0]?.newest) ?? after ?? 0
  const is_reset = after !== undefined && position < after
  const settings = Number(rows[0]?.settings ?? 0)
  return { position, history: rows[0]?.history, is_reset, settings, items }
}
