import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { files, type StoredSheet } from '#backend/db/schema.ts'

/** Position of a sanitised drawing in the object, or why it is refused. */
export type DrawingRow = Pick<
  typeof fileDrawings.$inferSelect,
  'name' | 'offset' | 'size' | 'refused' | 'tone'
>

/** What was made of the drawings of a file. */
export type Made = { rows: DrawingRow[]; sheets: StoredSheet[] }

/** Rows per statement, far below its time limit. */
const BATCH = 2_000

/**
 * Stores the drawings of a file and marks it as ready.
 * @returns `false` if the file was deleted or was ready already; nothing is stored then.
 */
export function storeDrawings(
  db: Database,
  fileId: string,
  key: string | null,
  { rows, sheets }: Made,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isUnfinished = or(isNull(files.drawings), ne(files.drawings, 'ready'))
    const updated = await tx
      .update(files)
      .set({ drawings: 'ready', drawingsKey: key, sheets: sheets.length > 0 ? sheets : null })
      .where(and(eq(files.id, fileId), isUnfinished))
      .returning({ id: files.id })
    if (updated.length === 0) return false
    for (const batch of chunksOf(rows, BATCH)) {
      const json = JSON.stringify(batch)
      await tx.execute(sql`
        INSERT INTO ${fileDrawings} (file_id, name, "offset", size, refused, tone)
        SELECT ${fileId}, name, "offset", size, refused, tone
        FROM jsonb_to_recordset(${json}::jsonb) AS drawing (name text, "offset" integer, size integer,
          refused text, tone text)`)
    }
    return true
  })
}
