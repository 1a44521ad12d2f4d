import { and, inArray, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { files } from '#backend/db/schema.ts'
import { forgetDerived } from '#backend/services/picture/derived.ts'

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
  const derived = await forgetDerived(db, ids)
  const gone = await db
    .delete(files)
    .where(and(condition, inArray(files.id, ids)))
    .returning({ key: files.key, drawingsKey: files.drawingsKey })
  return [
    ...derived,
    ...gone.flatMap(({ key, drawingsKey }) => (drawingsKey ? [key, drawingsKey] : [key])),
  ]
}
