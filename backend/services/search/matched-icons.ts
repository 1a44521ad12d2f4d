import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/tables.ts'
import { anyLexemeQuery } from './tiers.ts'

/** Icons of a pack that are listed as matches. */
const ICONS_MAX = 5
const rowsSchema = z.array(z.object({ file_id: z.string(), name: z.string() }))

/** The first icons of each file whose names contain one of the words, by file id. */
export async function findMatchedIcons(
  db: Database,
  fileIds: (string | null)[],
  words: Set<string>,
): Promise<Map<string, string[]>> {
  const icons = new Map<string, string[]>()
  const ids = fileIds.filter((id) => id !== null)
  if (ids.length === 0 || words.size === 0) return icons
  const query = anyLexemeQuery([...words])
  const { rows } = await db.execute(sql`
    SELECT file_id, name FROM (
      SELECT file_id, name, row_number() OVER (PARTITION BY file_id ORDER BY position) AS place
      FROM ${fileIcons}
      WHERE file_id = ANY(${sql.param(ids)}::text[]) AND terms @@ ${query}::tsquery
    ) AS numbered WHERE place <= ${ICONS_MAX} ORDER BY file_id, place`)
  for (const { file_id, name } of rowsSchema.parse(rows)) {
    icons.set(file_id, [...(icons.get(file_id) ?? []), name])
  }
  return icons
}
