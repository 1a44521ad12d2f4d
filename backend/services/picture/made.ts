import { eq, type SQL } from 'drizzle-orm'
import { colourVariants, derivedPictures } from '#backend/db/tables.ts'
import type { Parts } from '#backend/parts.ts'

/*
 * Objects that are made of stored files on request, and again after they were removed: pictures in other widths, packs in other colours
 * and forms.
 */

type Table = typeof derivedPictures | typeof colourVariants

/** Precision of the time of last use, in milliseconds. */
const TOUCH_MS = 3_600_000

/** Records that an object was requested. Returns at once; a failure is only logged. */
export function touchMade(
  { db, log, clock }: Pick<Parts, 'db' | 'log' | 'clock'>,
  table: Table,
  { key, lastUsedAt }: { key: string; lastUsedAt: Date },
): void {
  const now = clock()
  if (now.getTime() - lastUsedAt.getTime() <= TOUCH_MS) return
  const touched = db.update(table).set({ lastUsedAt: now }).where(eq(table.key, key))
  touched.catch((err: unknown) => log.warn({ err }, 'time of last use not recorded'))
}

/**
 * Records an object that is stored. Where another process has recorded one in the meantime, this one is removed.
 * @param insert inserts the row, unless there is one. @returns whether it is recorded.
 * @throws Error if the file was deleted; nothing is left then.
 */
export async function recordMade(
  { storage }: Pick<Parts, 'storage'>,
  key: string,
  insert: PromiseLike<unknown[]>,
): Promise<boolean> {
  let isRecorded = false
  try {
    isRecorded = (await insert).length > 0
  } finally {
    if (!isRecorded) await storage.remove(key)
  }
  return isRecorded
}

/** Deletes rows and their objects. @returns how many. */
export async function removeMade(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  table: Table,
  condition: SQL,
): Promise<number> {
  const removed = await db.delete(table).where(condition).returning({ key: table.key })
  for (const { key } of removed) await storage.remove(key)
  return removed.length
}
