import { and, count, countDistinct, desc, eq, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm' // prettier-ignore
import type { z } from 'zod'
import {
  BULK_LISTED,
  BULK_SAMPLE,
  type Bulk,
  type BulkAction,
  type BulkFilter,
  type BulkPreview,
  type startBulkRequestSchema,
} from '#lib/contract/admin/bulk.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { partOf } from '#backend/db/part-of.ts'
import { authors, bulkActions, bulkProjects, projects } from '#backend/db/tables.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { recordAction } from '#backend/services/audit/record.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { isProjectOf } from '#backend/services/limit/account-networks.ts'
import { APPLIES } from '#backend/services/operator/moderate.ts'
import { BULK_JOB } from './job-name.ts'

type Row = typeof bulkActions.$inferSelect
type Wanted = { action: BulkAction; filter: BulkFilter }

const matches = ({ action, filter }: Wanted) => and(APPLIES[action], isMatch(filter))

/** Whether a filter, whose network is a hash, matches a project; with `authors` joined. */
export function isMatch(filter: BulkFilter): SQL | undefined {
  const { kind, author, from, until, text = '', link = '', network = '' } = filter
  const { title, tagline, description, createdAt } = projects
  return and(
    kind && eq(projects.kind, kind),
    author === undefined || author === ''
      ? undefined
      : eq(sql`lower(${authors.name})`, author.toLowerCase()),
    from === undefined ? undefined : gte(createdAt, new Date(from)),
    until === undefined ? undefined : lt(createdAt, new Date(until)),
    text === ''
      ? undefined
      : or(...[title, tagline, description].map((column) => ilike(column, partOf(text)))),
    link === '' ? undefined : ilike(description, `%http%${partOf(link).slice(1)}`),
    network === '' ? undefined : isProjectOf(network),
  )
}

/** What an action would change. */
export async function previewBulk(
  db: Database | Transaction,
  { action, ...filter }: BulkFilter & { action: BulkAction },
): Promise<BulkPreview> {
  const condition = matches({ action, filter })
  const ofAuthors = eq(authors.uid, projects.authorUid)
  const [found] = await db
    .select({ projects: count(), accounts: countDistinct(projects.authorUid) })
    .from(projects)
    .innerJoin(authors, ofAuthors)
    .where(condition)
  const sample = await db
    .select({
      kind: projects.kind,
      id: projects.id,
      title: projects.title,
      author: authors.name,
    })
    .from(projects)
    .innerJoin(authors, ofAuthors)
    .where(condition)
    .orderBy(desc(projects.createdAt), projects.id)
    .limit(BULK_SAMPLE)
  const total = found?.projects ?? 0
  // To restore all that one author or link has is usual; to hide all that is public is not.
  const all = await db.$count(projects, action === 'hide' ? APPLIES.hide : undefined)
  return { projects: total, accounts: found?.accounts ?? 0, is_everything: total === all, sample }
}

/**
 * Lets a job hide or restore all projects that a filter matches now.
 * @throws NotFoundError if there are none; DomainError `number_differs` without their number, if they are all of the site.
 */
export async function startBulk(
  db: Database,
  actor: RoleHolder,
  { reason, confirm, action, ...filter }: z.output<typeof startBulkRequestSchema>,
  now: Date,
): Promise<Bulk> {
  return db.transaction(async (tx) => {
    const preview = await previewBulk(tx, { action, ...filter })
    if (preview.is_everything && confirm !== preview.projects) {
      const message = `These are all projects: confirm their number, ${preview.projects}.`
      throw new DomainError('number_differs', message, { fields: ['confirm'] })
    }
    const started = await addBulk(tx, actor, { action, filter, reason }, now)
    if (!started) throw new NotFoundError()
    return toBulk(started, { done: 0 })
  })
}

/** Adds an action with the projects that its filter matches. @returns `null` if there are none. */
export async function addBulk(
  tx: Transaction,
  actor: RoleHolder,
  { action, filter, reason }: Wanted & { reason: string },
  now: Date,
): Promise<Row | null> {
  const rows = await tx
    .select({ projectId: projects.id, authorUid: projects.authorUid })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(matches({ action, filter }))
  if (rows.length === 0) return null
  const id = newId()
  const { network = '', ...parts } = filter
  const kept = { ...parts, ...(network !== '' && { by_network: true }) }
  const about = { action, filter: kept, reason, by: actor.name, byUid: actor.uid, at: now }
  const [bulk] = await tx
    .insert(bulkActions)
    .values({ ...about, id, total: rows.length })
    .returning()
  // One parameter for each column: an action may have 100,000 projects.
  await tx.execute(sql`
    INSERT INTO ${bulkProjects} (bulk_id, project_id, author_uid)
    SELECT ${id}, p.id, p.uid FROM unnest(
      ${sql.param(rows.map(({ projectId }) => projectId))}::text[],
      ${sql.param(rows.map(({ authorUid }) => authorUid))}::text[]) AS p (id, uid)`)
  const entry = { kind: null, projectId: null, title: `${action} ${rows.length}`, reason }
  // The name is in `author` alone, which loses it with the account.
  const { author = '', ...others } = kept
  const after = { action, projects: rows.length, ...others }
  await recordAction(tx, actor, { ...entry, author, action: 'bulk', after }, now)
  await enqueueBulk(tx, id)
  return bulk ?? null
}

/**
 * Lets a job take an action back: exactly what it changed, except for what was decided since.
 * @throws NotFoundError also if it is undone already.
 */
export async function undoBulk(
  db: Database,
  actor: RoleHolder,
  id: string,
  now: Date,
): Promise<Bulk> {
  return db.transaction(async (tx) => {
    const [bulk] = await tx
      .update(bulkActions)
      .set({ undoneAt: now, undoneBy: actor.name })
      .where(and(eq(bulkActions.id, id), isNull(bulkActions.undoneAt)))
      .returning()
    if (!bulk) throw new NotFoundError()
    const { action, total } = bulk
    const entry = { kind: null, projectId: null, title: `${action} ${total}`, author: '' }
    await recordAction(tx, actor, { ...entry, action: 'undo', reason: bulk.reason }, now)
    await enqueueBulk(tx, id)
    return toBulk(bulk, { done: 0 })
  })
}

const enqueueBulk = (tx: Transaction, id: string) =>
  enqueue(tx, { name: BULK_JOB, subject: id, priority: PRIORITY.soon, payer: BULK_JOB })

/** The last actions, with their progress. */
export async function listBulk(db: Database): Promise<Bulk[]> {
  const rows = await db.select().from(bulkActions).orderBy(desc(bulkActions.at)).limit(BULK_LISTED)
  const items: Bulk[] = []
  for (const row of rows) {
    const isLeft = row.undoneAt === null ? isNull(bulkProjects.isChanged) : isUndoLeft
    const left = await db.$count(bulkProjects, and(eq(bulkProjects.bulkId, row.id), isLeft))
    items.push(toBulk(row, { done: row.total - left }))
  }
  return items
}

/** What undoing has still to change back. */
export const isUndoLeft = and(eq(bulkProjects.isChanged, true), isNull(bulkProjects.undoneAt))

function toBulk(row: Row, { done }: { done: number }): Bulk {
  const { id, action, filter, reason, by, at, total, undoneAt } = row
  const state = undoneAt === null ? (done < total ? 'running' : 'done') : 'undone'
  return { id, action, filter, reason, by, at: at.toISOString(), total, state, done }
}
