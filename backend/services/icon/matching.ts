import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { lexeme } from '#backend/services/search/document.ts'

/** So many icons of a pack are named as the reason why it was found. */
const NAMED_MAX = 5
const rowsSchema = z.array(z.object({ file_id: z.string(), name: z.string() }))

/** The first icons of each file whose names hold one of the words. */
export async function matchingIcons(
  db: Database,
  fileIds: (string | null)[],
  words: Set<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const ids = fileIds.filter((id) => id !== null)
  if (ids.length === 0 || words.size === 0) return found
  const query = [...words].map(lexeme).join(' | ')
  const { rows } = await db.execute(sql`
    SELECT file_id, name FROM (
      SELECT file_id, name, row_number() OVER (PARTITION BY file_id ORDER BY position) AS place
      FROM ${fileIcons}
      WHERE file_id = ANY(${sql.param(ids)}::text[]) AND terms @@ ${query}::tsquery
    ) AS placed WHERE place <= ${NAMED_MAX} ORDER BY file_id, place`)
  for (const { file_id, name } of rowsSchema.parse(rows)) {
    found.set(file_id, [...(found.get(file_id) ?? []), name])
  }
  return found
}
