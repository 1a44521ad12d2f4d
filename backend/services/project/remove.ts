import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, files, projects, versions } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { unindexProject } from '#backend/services/search/index-project.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { checkRevision, type Own } from './own.ts'

type ProjectColumns = typeof projects.$inferSelect
type Parts = { db: Database; storage: Storage }

/**
 * Deletes one's own project with its files.
 * @throws NotFound also for somebody else's; HttpError 409 (`stale`).
 */
export async function removeProject(
  { db, storage }: Parts,
  { uid, kind, id, now, match }: Own & { now: Date },
): Promise<void> {
  const keys = await db.transaction(async (tx) => {
    const [own] = await tx
      .select({ project: projects, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.id, id), eq(projects.kind, kind), eq(projects.authorUid, uid)))
      .for('update', { of: projects })
    if (!own) throw new NotFound()
    checkRevision(own.project, match)
    const gone = await removeAll(tx, [own.project])
    await noteChanges(tx, [own.project], { author: own.author, now })
    return gone
  })
  for (const key of keys) await storage.remove(key)
}

/**
 * Takes an author's projects out of the catalogue, with their files and what nobody attached.
 * @returns the keys of the stored objects, which may go once the transaction is kept, and what has
 * to be noted as changed (services/change/note.ts) at its end.
 */
export async function removeProjectsOf(
  tx: Transaction,
  authorUid: string,
): Promise<{ keys: string[]; projects: ProjectColumns[] }> {
  const own = await tx.select().from(projects).where(eq(projects.authorUid, authorUid))
  const keys = await removeAll(tx, own)
  const left = await tx.select({ id: files.id }).from(files).where(eq(files.ownerUid, authorUid))
  const leftKeys = await deleteFiles(
    tx,
    left.map(({ id }) => id),
  )
  return { keys: [...keys, ...leftKeys], projects: own }
}

/** Deletes projects with their files. @returns the keys of the stored objects, as above. */
export async function removeAll(tx: Transaction, own: ProjectColumns[]): Promise<string[]> {
  const ids = own.map(({ id }) => id)
  if (ids.length === 0) return []
  const fileIds = await fileIdsOf(tx, own)
  for (const id of ids) await unindexProject(tx, id)
  await tx.delete(projects).where(inArray(projects.id, ids))
  return forgetFiles(tx, fileIds)
}

/** The files of projects: what they offer, what they offered before, and their pictures. */
export async function fileIdsOf(tx: Transaction, own: ProjectColumns[]): Promise<string[]> {
  const ids = own.map(({ id }) => id)
  const past = await tx.select().from(versions).where(inArray(versions.projectId, ids))
  const shown = own.flatMap(({ cover, gallery }) => [cover, ...gallery].map((one) => one.fileId))
  const offered = [...own, ...past].map(({ fileId }) => fileId).filter((id) => id !== null)
  return [...new Set([...shown, ...offered])]
}

/** Forgets those of the files that no project shows any more. @returns the keys of their objects. */
export async function forgetFiles(tx: Transaction, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const unused = await tx
    .selectDistinct({ id: files.id })
    .from(files)
    .leftJoin(projects, eq(projects.fileId, files.id))
    .leftJoin(versions, eq(versions.fileId, files.id))
    .where(and(inArray(files.id, fileIds), isNull(projects.id), isNull(versions.projectId)))
  return deleteFiles(
    tx,
    unused.map(({ id }) => id),
  )
}
