import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { files, keptForms } from '#backend/db/tables.ts'
import type { Parts } from '#backend/parts.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'

/** Age at which files without a project and without a draft are deleted. */
const UNATTACHED_MS = 24 * 3600 * 1000
/** How long the files of discarded versions are kept. */
const TRASHED_MS = 30 * 24 * 3600 * 1000
/** Maximum duration of an upload. */
export const UPLOAD_MAX_MS = 3600 * 1000
/** Rows per statement, within the statement timeout of a second. */
const BATCH = 500

/**
 * Deletes unused uploads, the remains of interrupted ones, and the trash. Rows are deleted first, under the condition
 * that selected them, so that an upload that is being finished or attached keeps its object. An object
 * that a crash leaves in between is removed by `sweepUnknown`.
 * @param isAlone no other backend uses this database, so that pending uploads were interrupted.
 * @returns the number of deleted files.
 */
export async function sweepUploads(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  { now, isAlone }: { now: Date; isAlone: boolean },
): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const isInterrupted = and(
    eq(files.state, 'pending'),
    isAlone ? undefined : lt(files.createdAt, ago(UPLOAD_MAX_MS)),
  )
  const isUnattached = and(
    isNotNull(files.ownerUid),
    isNull(files.attachedAt),
    lt(sql`coalesce(${files.uploadedAt}, ${files.createdAt})`, ago(UNATTACHED_MS)),
    sql`NOT EXISTS (SELECT FROM ${keptForms} WHERE ${keptForms.uid} = ${files.ownerUid}
      AND ${files.id} = ANY(${keptForms.fileIds}))`,
  )
  const isExpired = or(isInterrupted, isUnattached, lt(files.trashedAt, ago(TRASHED_MS)))
  await storage.removeUnfinished(isAlone ? now : ago(UPLOAD_MAX_MS))
  let count = 0
  for (;;) {
    const expired = await db.select({ id: files.id }).from(files).where(isExpired).limit(BATCH)
    const ids = expired.map(({ id }) => id)
    // One transaction per file, since a pack has thousands of icons.
    for (const id of ids) {
      for (const key of await deleteFiles(db, [id], isExpired)) await storage.remove(key)
    }
    count += ids.length
    if (ids.length < BATCH) return count
  }
}
