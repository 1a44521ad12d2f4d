import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Database } from '#backend/db/connect.ts'
import { type DrawingRow, fileDrawings, files, type StoredSheet } from '#backend/db/tables.ts'
import { deleteParts, deleteRowsOf } from '#backend/services/file/delete.ts'

/** What was made of the drawings of a file; `key` is that of the object, null if all are refused. */
type Made = {
  key: string | null
  /** Bytes of the object. */
  size: number
  rows: DrawingRow[]
  sheets: StoredSheet[]
  /** The version of the sanitiser that made them. */
  version: number
  /** Replaces the drawings of a file that is ready. Their object is left to the sweep, since it may be read at this moment. */
  isAgain?: boolean
}

/** Rows per statement, far below its time limit. */
const BATCH = 2_000

/**
 * Stores the drawings of a file, marks it as ready and deletes the rows of its parts.
 * @returns `false` if the file was deleted or was ready already; nothing is stored then.
 */
export function storeDrawings(
  db: Database,
  fileId: string,
  { key, size, rows, sheets, version, isAgain = false }: Made,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isUnfinished = or(isNull(files.drawings), ne(files.drawings, 'ready'))
    const updated = await tx
      .update(files)
      .set({
        drawings: 'ready',
        drawingsKey: key,
        drawingsSize: size,
        drawingsVersion: version,
        sheets: sheets.length > 0 ? sheets : null,
      })
      .where(and(eq(files.id, fileId), isAgain ? eq(files.drawings, 'ready') : isUnfinished))
      .returning({ id: files.id })
    if (updated.length === 0) return false
    if (isAgain) await deleteRowsOf(tx, fileDrawings, [fileId])
    await deleteParts(tx, [fileId])
    for (const batch of chunksOf(rows, BATCH)) {
      const json = JSON.stringify(batch)
      await tx.execute(sql`
        INSERT INTO ${fileDrawings} (file_id, name, "offset", size, refused, tone, simplified, raster)
        SELECT ${fileId}, name, "offset", size, refused, tone, simplified, raster
        FROM jsonb_to_recordset(${json}::jsonb) AS drawing (name text, "offset" integer, size integer,
          refused text, tone text, simplified text[], raster boolean)`)
    }
    return true
  })
}
