import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isOwnProject, lockWithAuthor } from '#backend/db/find-project.ts'
import {
  files,
  formerPackages,
  hiddenDeletions,
  pluginPackages,
  projects,
  readmePictures,
  versions,
} from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { unindexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { checkRevision, type LockedProject } from './lock.ts'

type ProjectRow = typeof projects.$inferSelect
type Deps = { db: Pick<Database, 'transaction'>; storage: Pick<Storage, 'remove'> }

/**
 * Deletes a project of the account with its files. Those of a hidden project stay for the operator (`keepHidden`).
 * @throws NotFoundError also for another account's project; DomainError (`stale`).
 */
export async function deleteProject(
  { db, storage }: Deps,
  { uid, kind, id, now, expectedRevision }: LockedProject & { now: Date },
): Promise<void> {
  const keys = await db.transaction(async (tx) => {
    const row = await lockWithAuthor(tx, isOwnProject({ uid, kind, id }))
    if (!row) throw new NotFoundError()
    checkRevision(row.project, expectedRevision)
    const deleted = await deleteProjects(tx, [row.project], { keepHidden: now })
    const titles = [row.project.titleSkeletons]
    await recordChanges(tx, [row.project], { author: row.author, now, titles })
    return deleted
  })
  for (const key of keys) await storage.remove(key)
}

/**
 * Deletes the projects of an author with their files, and the uploads that no project has. The files of hidden projects stay for the
 * operator.
 * @returns the storage keys to remove once the transaction is committed, and the projects, which the
 * caller passes to `recordChanges` at the end of the transaction.
 */
export async function deleteProjectsOf(
  tx: Transaction,
  authorUid: string,
  now: Date,
): Promise<{ keys: string[]; projects: ProjectRow[] }> {
  // Locked, so that what the operator hides meanwhile is hidden first, or gone.
  const isOfAuthor = eq(projects.authorUid, authorUid)
  const rows = await tx.select().from(projects).where(isOfAuthor).orderBy(projects.id).for('update')
  const keys = await deleteProjects(tx, rows, { keepHidden: now })
  const isKept = sql`EXISTS (SELECT FROM ${hiddenDeletions}
    WHERE ${hiddenDeletions.authorUid} = ${authorUid} AND ${files.id} = ANY(${hiddenDeletions.fileIds}))`
  const uploads = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.ownerUid, authorUid), sql`NOT ${isKept}`))
  const uploadIds = uploads.map(({ id }) => id)
  return { keys: [...keys, ...(await deleteFiles(tx, uploadIds))], projects: rows }
}

/**
 * Deletes projects with their files.
 * @param keepHidden the time of a deletion by the author, which leaves the files of hidden projects to the operator.
 * @returns the storage keys to remove once the transaction is committed.
 */
export async function deleteProjects(
  tx: Transaction,
  rows: ProjectRow[],
  { keepHidden }: { keepHidden?: Date } = {},
): Promise<string[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const removed = rows.filter(({ hiddenAt }) => keepHidden === undefined || hiddenAt === null)
  const fileIds = await fileIdsOf(tx, removed)
  if (keepHidden) {
    for (const row of rows) if (!removed.includes(row)) await keepDeleted(tx, row, keepHidden)
  }
  for (const id of ids) await unindexProject(tx, id)
  await tx.delete(projects).where(inArray(projects.id, ids))
  return deleteUnusedFiles(tx, fileIds)
}

async function keepDeleted(tx: Transaction, row: ProjectRow, deletedAt: Date): Promise<void> {
  const { id, kind, title, authorUid, manifestId, ownerProof } = row
  const repositoryId = row.repositoryId ?? row.claimedRepositoryId
  const fileIds = await fileIdsOf(tx, [row])
  const identity = { id, kind, title, authorUid, repositoryId, manifestId, ownerProof }
  await tx.insert(hiddenDeletions).values({ ...identity, fileIds, deletedAt })
}

/** The ids of all files of projects: pictures, those of READMEs included, files and packages of every version, and former packages. */
export async function fileIdsOf(tx: Database | Transaction, rows: ProjectRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id)
  const versionRows = await tx.select().from(versions).where(inArray(versions.projectId, ids))
  const imageIds = rows.flatMap(({ cover, gallery }) =>
    [cover, ...gallery].map(({ fileId }) => fileId),
  )
  const packageRows = await tx
    .select({ fileId: pluginPackages.fileId })
    .from(pluginPackages)
    .where(inArray(pluginPackages.projectId, ids))
  const formerRows = await tx
    .select({ fileId: formerPackages.fileId })
    .from(formerPackages)
    .where(inArray(formerPackages.projectId, ids))
  const readmeRows = await tx
    .select({ fileId: readmePictures.fileId })
    .from(readmePictures)
    .where(inArray(readmePictures.projectId, ids))
  const fileIds = [...rows, ...versionRows, ...packageRows, ...formerRows, ...readmeRows]
    .map(({ fileId }) => fileId)
    .filter((id) => id !== null)
  return [...new Set([...imageIds, ...fileIds])]
}

/**
 * Deletes those of the files that no project and no version refers to.
 * @returns the storage keys to remove once the transaction is committed.
 */
export async function deleteUnusedFiles(tx: Transaction, fileIds: string[]): Promise<string[]> {
  return deleteFiles(tx, await unusedOf(tx, fileIds))
}

/**
 * Moves those of the files that no project and no version refers to into the trash: they are served no longer, count towards the quota
 * of their account, and are deleted by the sweep after `TRASHED_MS`.
 */
export async function trashUnusedFiles(
  tx: Transaction,
  fileIds: string[],
  now: Date,
): Promise<void> {
  const unused = await unusedOf(tx, fileIds)
  if (unused.length === 0) return
  await tx.update(files).set({ state: 'hidden', trashedAt: now }).where(inArray(files.id, unused))
}

async function unusedOf(tx: Transaction, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const unused = await tx
    .selectDistinct({ id: files.id })
    .from(files)
    .leftJoin(projects, eq(projects.fileId, files.id))
    .leftJoin(versions, eq(versions.fileId, files.id))
    .leftJoin(pluginPackages, eq(pluginPackages.fileId, files.id))
    .leftJoin(formerPackages, eq(formerPackages.fileId, files.id))
    .leftJoin(readmePictures, eq(readmePictures.fileId, files.id))
    .where(
      and(
        inArray(files.id, fileIds),
        isNull(projects.id),
        isNull(versions.projectId),
        isNull(pluginPackages.projectId),
        isNull(formerPackages.id),
        isNull(readmePictures.projectId),
      ),
    )
  return unused.map(({ id }) => id)
}
