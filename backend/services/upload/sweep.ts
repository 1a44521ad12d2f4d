import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/schema.ts'
import { knownKeys, objectsOf } from '#backend/services/file/keys.ts'
import type { Storage } from '#backend/storage/storage.ts'

/** What nobody attached goes after a day; an upload takes an hour at most. */
const UNATTACHED_MS = 24 * 3600 * 1000
const PENDING_MS = 3600 * 1000

/**
 * Clears what was uploaded and not used, and what a crash left of uploads. The objects go first: a
 * crash in between leaves a row, which the next sweep finds.
 * @param isAlone no other backend writes into this database: whatever is pending was cut off.
 * @returns how many files and objects without one went.
 */
export async function sweepUploads(
  { db, storage }: { db: Database; storage: Storage },
  { now, isAlone }: { now: Date; isAlone: boolean },
): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const isCutOff = and(
    eq(files.state, 'pending'),
    isAlone ? undefined : lt(files.createdAt, ago(PENDING_MS)),
  )
  const isLeft = and(
    isNotNull(files.ownerUid),
    isNull(files.attachedAt),
    lt(files.createdAt, ago(UNATTACHED_MS)),
  )
  const gone = await db.select().from(files).where(or(isCutOff, isLeft))
  for (const file of gone) {
    for (const key of objectsOf(file)) await storage.remove(key)
    await db.delete(files).where(eq(files.id, file.id))
  }
  if (!isAlone) return gone.length
  // Whatever was being written when everything ended; while others write, nobody could tell.
  const orphans = await storage.sweep((keys) => knownKeys(db, keys))
  return gone.length + orphans
}
