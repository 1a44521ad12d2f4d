import { eq, lt } from 'drizzle-orm'
import { hiddenDeletions } from '#backend/db/tables.ts'
import type { Parts } from '#backend/parts.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'

/** Days for which the files of a hidden project stay for the operator after its author has deleted it. */
const KEPT_DAYS = 30
const KEPT_MS = KEPT_DAYS * 24 * 3600 * 1000

export const keptUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + KEPT_MS)

/**
 * Deletes what was kept for `KEPT_DAYS`: rows first, each in one transaction, so that of several processes one removes the objects.
 * @returns how many projects.
 */
export async function sweepKept(
  {
    db,
    storage,
  }: {
    db: Pick<Parts['db'], 'select' | 'transaction'>
    storage: Pick<Parts['storage'], 'remove'>
  },
  now: Date,
): Promise<number> {
  const isOver = lt(hiddenDeletions.deletedAt, new Date(now.getTime() - KEPT_MS))
  const over = await db.select({ id: hiddenDeletions.id }).from(hiddenDeletions).where(isOver)
  for (const { id } of over) {
    const keys = await db.transaction(async (tx) => {
      const [row] = await tx.delete(hiddenDeletions).where(eq(hiddenDeletions.id, id)).returning()
      return row ? deleteFiles(tx, row.fileIds) : []
    })
    for (const key of keys) await storage.remove(key)
  }
  return over.length
}
