import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { files } from '#backend/db/schema.ts'

/** Where a safe drawing stands in the object, or why there is none. */
export type Row = Pick<
  typeof fileDrawings.$inferSelect,
  'name' | 'offset' | 'size' | 'refused' | 'tone'
>

/** So many rows are written by one statement, far below its time limit. */
const ROWS_AT_ONCE = 2_000

/**
 * Notes the drawings of a file and that it is ready.
 * @returns whether they were noted: not where the file is gone, or was ready already.
 */
export function keepDrawings(
  db: Database,
  fileId: string,
  key: string | null,
  rows: Row[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOpen = or(isNull(files.drawings), ne(files.drawings, 'ready'))
    const taken = await tx
      .update(files)
      .set({ drawings: 'ready', drawingsKey: key })
      .where(and(eq(files.id, fileId), isOpen))
      .returning({ id: files.id })
    if (taken.length === 0) return false
    for (const part of chunksOf(rows, ROWS_AT_ONCE)) {
      const some = JSON.stringify(part)
      await tx.execute(sql`
        INSERT INTO ${fileDrawings} (file_id, name, "offset", size, refused, tone)
        SELECT ${fileId}, name, "offset", size, refused, tone
        FROM jsonb_to_recordset(${some}::jsonb) AS one (name text, "offset" integer, size integer,
          refused text, tone text)`)
    }
    return true
  })
}
