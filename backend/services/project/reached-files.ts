import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Principal } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects } from '#backend/db/tables.ts'
import { FileMissingError } from '#backend/errors.ts'
import { fileIdsOf } from './delete.ts'

type FileFields = Partial<Record<'id' | 'file_id' | 'cover_id', string | undefined>> &
  Partial<Record<'gallery_ids' | 'package_ids', string[] | undefined>>

/**
 * Keeps a token of one project to the files that were uploaded with such a token, and to those of the project.
 * @throws FileMissingError, as for files of other accounts, with the fields that name another one.
 */
export async function checkFiles(
  db: Database,
  { uid, accessToken }: Principal,
  { id, file_id, cover_id, gallery_ids, package_ids }: FileFields,
): Promise<void> {
  const reach = accessToken?.reach
  if (reach === undefined || reach.projects === 'all') return
  const named = { id: [id], file_id: [file_id], cover_id: [cover_id], gallery_ids, package_ids }
  const ids = Object.values(named).flatMap((some) => (some ?? []).flatMap((one) => one ?? []))
  if (ids.length === 0) return
  const uploaders = [reach.projectId, reach.first?.publisherId].flatMap((one) => one ?? [])
  const isOfBefore = and(isNull(files.uploadedFor), isNull(files.attachedAt))
  const isOwn = or(inArray(files.uploadedFor, uploaders), isOfBefore)
  const uploaded = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.ownerUid, uid), isOwn))
  const reached = new Set([
    ...uploaded.map((file) => file.id),
    ...(await projectFiles(db, reach.projectId)),
  ])
  const missing = Object.entries(named).flatMap(([field, some]) =>
    some?.some((one) => one !== undefined && !reached.has(one)) ? [field] : [],
  )
  if (missing.length > 0) throw new FileMissingError(missing)
}

/** Whether a token of one project reaches a file; every other caller does. */
export async function reachesFile(
  db: Database,
  principal: Principal,
  id: string,
): Promise<boolean> {
  try {
    await checkFiles(db, principal, { id })
    return true
  } catch (error) {
    if (error instanceof FileMissingError) return false
    throw error
  }
}

async function projectFiles(db: Database, id: string | null): Promise<string[]> {
  if (id === null) return []
  const rows = await db.select().from(projects).where(eq(projects.id, id))
  return fileIdsOf(db, rows)
}
