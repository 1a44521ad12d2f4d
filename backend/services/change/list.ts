import { asc, getTableColumns, gt, max, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { CHANGES_MAX, type changesSchema } from '#lib/contract/change.ts'
import type { Database } from '#backend/db/connect.ts'
import { changes } from '#backend/db/tables.ts'

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
