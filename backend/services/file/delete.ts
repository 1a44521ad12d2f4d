import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { colourVariants, drawingParts, fileDrawings, fileIcons, files } from '#backend/db/tables.ts'
import { deleteDerivedRows } from '#backend/services/picture/derived.ts'

/** Rows per DELETE: a pack has up to 10 000 icons, too many for the statement timeout. */
const BATCH = 5_000

/**
 * Deletes files with everything derived from them.
 * @param condition only files that still meet it when they are locked are deleted.
 * @returns the storage keys to remove once the transaction is committed.
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
    const lockedIds = locked.map(({ id }) => id)
    const made = [
      ...(await deleteDerivedRows(tx, lockedIds)),
      ...(await deleteParts(tx, lockedIds)),
      ...(await deleteVariants(tx, lockedIds)),
    ]
    for (const table of [fileIcons, fileDrawings]) await deleteRowsOf(tx, table, lockedIds)
    const rows = await tx.delete(files).where(inArray(files.id, lockedIds)).returning({
      key: files.key,
      originalKey: files.originalKey,
      drawingsKey: files.drawingsKey,
      animationKey: files.animationKey,
    })
    const keys = rows.flatMap((row) => Object.values(row).filter((key) => key !== null))
    return [...made, ...keys]
  })
}

/**
 * Deletes the icons or drawings of files in batches, before the foreign key cascades to all of them in
 * one statement. By `ctid`, so that each row is looked up once, without a join.
 */
export async function deleteRowsOf(
  tx: Transaction,
  table: typeof fileIcons | typeof fileDrawings,
  ids: string[],
): Promise<void> {
  for (const id of ids) {
    let count: number
    do {
      const batch = sql`SELECT ctid FROM ${table} WHERE file_id = ${id} ORDER BY name LIMIT ${BATCH}`
      const { rowCount } = await tx.execute(
        sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${batch}))`,
      )
      count = rowCount ?? 0
    } while (count === BATCH)
  }
}

/** Deletes the rows of the colours of files. @returns the keys to remove once the transaction is committed. */
async function deleteVariants(tx: Transaction, fileIds: string[]): Promise<string[]> {
  const rows = await tx
    .delete(colourVariants)
    .where(inArray(colourVariants.fileId, fileIds))
    .returning({ key: colourVariants.key })
  return rows.map(({ key }) => key)
}

/** Deletes the rows of the parts of files. @returns the keys to remove once the transaction is committed. */
export async function deleteParts(
  db: Database | Transaction,
  fileIds: string[],
): Promise<string[]> {
  const rows = await db
    .delete(drawingParts)
    .where(inArray(drawingParts.fileId, fileIds))
    .returning({ key: drawingParts.key })
  return rows.flatMap(({ key }) => key ?? [])
}
