import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { MARKED_MAX, type MarkedDrawings } from '#lib/contract/publish.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/tables.ts'

const isSimplified = sql`cardinality(${fileDrawings.simplified}) > 0`
const countWhere = (condition: unknown) => sql`count(*) FILTER (WHERE ${condition})`.mapWith(Number)

/** The drawings of a file that are not shown as their author made them; null if all are. */
export async function readMarked(db: Database, fileId: string): Promise<MarkedDrawings | null> {
  const [counts] = await db
    .select({
      total: sql`count(*)`.mapWith(Number),
      refused: countWhere(isNotNull(fileDrawings.refused)),
      simplified: countWhere(isSimplified),
    })
    .from(fileDrawings)
    .where(eq(fileDrawings.fileId, fileId))
  if (!counts || counts.refused + counts.simplified === 0) return null
  const first = await db
    .select({
      name: fileDrawings.name,
      refused: fileDrawings.refused,
      simplified: fileDrawings.simplified,
    })
    .from(fileDrawings)
    .where(and(eq(fileDrawings.fileId, fileId), or(isNotNull(fileDrawings.refused), isSimplified)))
    .orderBy(asc(fileDrawings.name))
    .limit(MARKED_MAX)
  return { ...counts, first }
}
