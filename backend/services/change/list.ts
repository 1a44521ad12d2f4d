import { asc, gt, max } from 'drizzle-orm'
import type { z } from 'zod'
import { CHANGES_MAX, type changesSchema } from '#lib/contract/change.ts'
import type { Database } from '#backend/db/connect.ts'
import { changes } from '#backend/db/schema.ts'

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
      .select()
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
    if (last) return { position: last.id, is_reset: false, items }
  }
  const [newest] = await db.select({ id: max(changes.id) }).from(changes)
  const position = newest?.id ?? after ?? 0
  return { position, is_reset: after !== undefined && position < after, items: [] }
}
