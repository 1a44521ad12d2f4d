import { and, asc, eq } from 'drizzle-orm'
import type { PackIcon, PackIcons } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { files, projects } from '#backend/db/schema.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { iconUrl, sheetUrl } from '#backend/services/file/url.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { ByteRange } from '#backend/storage/file.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { drawingState } from './drawing-state.ts'
import { REFUSED, WAITING } from './placeholder.ts'

/**
 * The icons of a pack in the order of its archive, and the sheets with their drawings. Empty for a pack without icons.
 * @throws NotFoundError for a project that is not an icon pack, and a hidden one.
 */
export async function listPackIcons(db: Database, projectId: string): Promise<PackIcons> {
  const [pack] = await db
    .select({ file: { id: files.id, sheets: files.sheets } })
    .from(projects)
    .leftJoin(files, eq(files.id, projects.fileId))
    .where(and(eq(projects.id, projectId), eq(projects.kind, 'icon'), isPublic))
  if (!pack) throw new NotFoundError()
  return pack.file ? listFileIcons(db, pack.file) : { items: [] }
}

/** The icons of a stored file in the order of its archive, and their sheets. */
export async function listFileIcons(
  db: Database,
  { id, sheets }: Pick<typeof files.$inferSelect, 'id' | 'sheets'>,
): Promise<PackIcons> {
  const rows = await db
    .select({ name: fileIcons.name, refused: fileDrawings.refused, tone: fileDrawings.tone })
    .from(fileIcons)
    .leftJoin(
      fileDrawings,
      and(eq(fileDrawings.fileId, fileIcons.fileId), eq(fileDrawings.name, fileIcons.name)),
    )
    .where(eq(fileIcons.fileId, id))
    .orderBy(asc(fileIcons.position))
  const items = rows.map(({ name, refused, tone }): PackIcon => {
    return { name, url: iconUrl(id, name), ...drawingState(refused, tone) }
  })
  const named = sheets?.map((sheet) => {
    const { first, without } = sheet
    return { url: sheetUrl(id, sheet), first, without }
  })
  return { items, ...(named && { sheets: named }) }
}

/**
 * A sheet of a stored file by its name (`sheetUrl`).
 * @throws NotFoundError, also if the object is missing or too short; StorageError.
 */
export async function readSheet(
  { db, storage }: { db: Database; storage: Storage },
  fileId: string,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [file] = await db
    .select({ id: files.id, key: files.drawingsKey, sheets: files.sheets })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.state, 'stored')))
  const sheet = file?.sheets?.find((one) => sheetUrl(fileId, one).endsWith(`/${name}`))
  if (!file || !sheet || file.key === null) throw new NotFoundError()
  const { offset, size } = sheet
  return readObject(storage, file.key, { start: offset, end: offset + size - 1 })
}

/** `waiting`: not sanitised yet; `refused`: not shown. The bytes of both are a placeholder. */
export type IconDrawing = {
  bytes: Uint8Array<ArrayBuffer>
  state: 'ready' | 'waiting' | 'refused'
}

/**
 * The SVG of an icon of a stored archive, which was sanitised after its upload.
 * @throws NotFoundError, also if the object is missing or too short; StorageError.
 */
export async function readIcon(
  { db, storage }: { db: Database; storage: Storage },
  fileId: string,
  name: string,
): Promise<IconDrawing> {
  const [row] = await db
    .select({ isReady: eq(files.drawings, 'ready'), key: files.drawingsKey, drawing: fileDrawings })
    .from(fileIcons)
    .innerJoin(files, eq(files.id, fileIcons.fileId))
    .leftJoin(
      fileDrawings,
      and(eq(fileDrawings.fileId, fileIcons.fileId), eq(fileDrawings.name, fileIcons.name)),
    )
    .where(and(eq(fileIcons.fileId, fileId), eq(fileIcons.name, name), eq(files.state, 'stored')))
  if (!row) throw new NotFoundError()
  const { key, drawing } = row
  if (!row.isReady) return { bytes: WAITING, state: 'waiting' }
  const { offset = null, size = null } = drawing ?? {}
  if (key === null || offset === null || size === null) {
    return { bytes: REFUSED, state: 'refused' }
  }
  const bytes = await readObject(storage, key, { start: offset, end: offset + size - 1 })
  return { bytes, state: 'ready' }
}

/** @throws NotFoundError if the object is missing or too short; StorageError if it cannot be read. */
async function readObject(storage: Storage, key: string, range: ByteRange) {
  try {
    return new Uint8Array(await storage.readBytes(key, range))
  } catch (error) {
    throw error instanceof ObjectMissingError ? new NotFoundError() : error
  }
}
