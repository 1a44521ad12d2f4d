import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { files } from '#backend/db/schema.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { forgetDerived } from '#backend/services/picture/derived.ts'

/** A pack has up to 10 000 icons, and a project any number of packs: more than one statement's time. */
const ROWS_AT_ONCE = 5_000

/**
 * Deletes files with everything that was made of them.
 * @param condition what must still hold of a file when it is deleted.
 * @returns the keys of their objects, which may be removed once the transaction is committed.
 */
export async function deleteFiles(
  db: Database | Transaction,
  ids: string[],
  condition?: SQL,
): Promise<string[]> {
  if (ids.length === 0) return []
  return db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(condition, inArray(files.id, ids)))
      .for('update')
    const gone = locked.map(({ id }) => id)
    const derived = await forgetDerived(tx, gone)
    for (const table of [fileIcons, fileDrawings]) await deleteRowsOf(tx, table, gone)
    const rows = await tx
      .delete(files)
      .where(inArray(files.id, gone))
      .returning({ key: files.key, drawingsKey: files.drawingsKey })
    const keys = rows.flatMap(({ key, drawingsKey }) => (drawingsKey ? [key, drawingsKey] : [key]))
    return [...derived, ...keys]
  })
}

/**
 * Deletes the icons or drawings of files before the foreign key would delete all of them at once.
 * By `ctid`, so that each row is found once and no plan joins.
 */
async function deleteRowsOf(
  tx: Transaction,
  table: typeof fileIcons | typeof fileDrawings,
  ids: string[],
): Promise<void> {
  for (const id of ids) {
    let count: number
    do {
      const some = sql`SELECT ctid FROM ${table} WHERE file_id = ${id} ORDER BY name LIMIT ${ROWS_AT_ONCE}`
      const { rowCount } = await tx.execute(
        sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${some}))`,
      )
      count = rowCount ?? 0
    } while (count === ROWS_AT_ONCE)
  }
}
