import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { pathTemplate } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import type { hiddenFileSchema } from '#lib/contract/hidden.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, hiddenDeletions, projects } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { uploadOf } from '#backend/services/file/original.ts'
import { fileIdsOf } from '#backend/services/project/delete.ts'

type HiddenFile = z.infer<typeof hiddenFileSchema>
type Place = { kind: Kind; id: string }

const pathOf = pathTemplate(CALLS.hiddenFile)

/** The files of a project as they were uploaded, of all versions, and its pictures, with addresses for its author alone. */
export const filesOf = async (
  db: Database,
  project: typeof projects.$inferSelect,
): Promise<HiddenFile[]> => readFiles(db, project, await fileIdsOf(db, [project]))

async function readFiles(db: Database, { kind, id }: Place, ids: string[]): Promise<HiddenFile[]> {
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.id, ids))
    .orderBy(asc(files.purpose), asc(files.createdAt), files.id)
  return rows.map(uploadOf).map(({ id: file, name, size, sha256 }) => ({
    file_id: file,
    name,
    size,
    sha256,
    url: pathOf({ kind, id, file }),
  }))
}

/** The files of a project that is hidden or visible, or of one that its author has deleted. @throws NotFoundError */
export async function operatorFiles(db: Database, place: Place): Promise<HiddenFile[]> {
  const { kind, id } = place
  const isWanted = and(eq(projects.id, id), eq(projects.kind, kind))
  const [project] = await db.select().from(projects).where(isWanted)
  if (project) return filesOf(db, project)
  const isKept = and(eq(hiddenDeletions.id, id), eq(hiddenDeletions.kind, kind))
  const [kept] = await db.select().from(hiddenDeletions).where(isKept)
  if (!kept) throw new NotFoundError()
  return readFiles(db, place, kept.fileIds)
}

/** A file of a project that is hidden, for its author. @throws NotFoundError */
export async function findHiddenFile(
  db: Database,
  project: typeof projects.$inferSelect,
  fileId: string,
) {
  const ids = await fileIdsOf(db, [project])
  return findStored(db, ids.includes(fileId) ? fileId : '')
}

/** Any stored file as it was uploaded, for the operator. @throws NotFoundError */
export async function findStored(db: Database, id: string) {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ne(files.state, 'pending')))
  if (!file) throw new NotFoundError()
  return uploadOf(file)
}
