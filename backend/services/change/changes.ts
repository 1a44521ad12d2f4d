import { asc, getTableColumns, gt, inArray, lt, max, sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { changes, projects } from '#backend/db/tables.ts'
import type { z } from 'zod'
import { CHANGES_MAX, type changesSchema } from '#lib/contract/change.ts'

/** Changes are kept for an hour; web processes poll every half second. */
const RETENTION_MS = 3600 * 1000
/** Arbitrary id of an advisory lock, unique in this database. */
const CHANGES_LOCK = 7_301_845

/** Rows per INSERT; PostgreSQL allows 65 535 parameters. */
const BATCH = 1000

/** Pages of deprecated projects that change with their successor; others follow when they are next rendered. */
const NAMING_MAX = 200

type ChangedProject = Pick<typeof projects.$inferSelect, 'id' | 'kind'>
type ChangeInfo = { author: string; now: Date; isNew?: boolean }

/**
 * Records that projects of an author change with this transaction, so that web processes revalidate
 * their caches. Call it last in the transaction, except for writes to rows that no other transaction
 * locks: it holds an advisory lock until the commit. Commits therefore happen in the order of the ids,
 * and a reader that has seen an id has seen all lower ones.
 */
export async function recordChanges(
  tx: Transaction,
  changed: ChangedProject[],
  { author, now, isNew = false }: ChangeInfo,
): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CHANGES_LOCK})`)
  await tx.delete(changes).where(lt(changes.at, new Date(now.getTime() - RETENTION_MS)))
  for (const batch of chunksOf([...changed, ...(await namingOf(tx, changed))], BATCH)) {
    const rows = batch.map(({ id, kind }) => ({ at: now, kind, projectId: id, author, isNew }))
    await tx.insert(changes).values(rows)
  }
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

/**
 * Another value after the database was replaced, or its table of changes written anew from a backup. A copy of the server's
 * files has the same one: positions that are lower than before tell that.
 */
const HISTORY = sql<string>`coalesce((SELECT value FROM settings WHERE name = 'database-id'), '')
  || '-' || (SELECT oid FROM pg_database WHERE datname = current_database())
  || '-' || coalesce(pg_relation_filenode('changes'), 0)`

/**
 * The changes after the position `after`, at most `CHANGES_MAX`. Without `after`, or without a later
 * change, only the newest position. `is_reset` if `after` is beyond it, as after a restored backup.
 * A polling client costs one read by primary key.
 */
export async function listChanges(
  db: Database,
  after: number | undefined,
): Promise<z.infer<typeof changesSchema>> {
  if (after !== undefined) {
    const rows = await db
      .select({ ...getTableColumns(changes), history: HISTORY })
      .from(changes)
      .where(gt(changes.id, after))
      .orderBy(asc(changes.id))
      .limit(CHANGES_MAX)
    const items = rows.map(({ kind, projectId, author, isNew }) => ({
      kind,
      id: projectId,
      author,
      is_new: isNew,
    }))
    const last = rows.at(-1)
    if (last) return { position: last.id, history: last.history, is_reset: false, items }
  }
  const [newest] = await db.select({ id: max(changes.id), history: HISTORY }).from(changes)
  const position = newest?.id ?? after ?? 0
  return {
    position,
    history: newest?.history,
    is_reset: after !== undefined && position < after,
    items: [],
  }
}
