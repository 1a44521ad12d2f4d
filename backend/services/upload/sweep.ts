import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/schema.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import type { Storage } from '#backend/storage/storage.ts'

/** What nobody attached goes after a day; an upload takes an hour at most. */
const UNATTACHED_MS = 24 * 3600 * 1000
export const UPLOAD_MAX_MS = 3600 * 1000
/** So many rows go in one statement, each of which has a second. */
const BATCH = 500

/**
 * Clears what was uploaded and not used, and what a crash left of uploads. The rows go first, each
 * under the same condition that chose it, so that an upload that is just being finished or attached
 * keeps its object; an object that a crash leaves in between is found by `sweepUnknown`.
 * @param isAlone no other backend writes into this database: whatever is pending was cut off.
 * @returns how many files went.
 */
export async function sweepUploads(
  { db, storage }: { db: Database; storage: Storage },
  { now, isAlone }: { now: Date; isAlone: boolean },
): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const isCutOff = and(
    eq(files.state, 'pending'),
    isAlone ? undefined : lt(files.createdAt, ago(UPLOAD_MAX_MS)),
  )
  const isLeft = and(
    isNotNull(files.ownerUid),
    isNull(files.attachedAt),
    lt(files.createdAt, ago(UNATTACHED_MS)),
  )
  const isExpired = or(isCutOff, isLeft)
  await storage.removeUnfinished(isAlone ? now : ago(UPLOAD_MAX_MS))
  let count = 0
  for (;;) {
    const some = await db.select({ id: files.id }).from(files).where(isExpired).limit(BATCH)
    const ids = some.map(({ id }) => id)
    // A transaction for each, since a pack has thousands of icons. A file that a project takes at
    // this moment stays.
    for (const id of ids) {
      for (const key of await deleteFiles(db, [id], isExpired)) await storage.remove(key)
    }
    count += ids.length
    if (ids.length < BATCH) return count
  }
}
