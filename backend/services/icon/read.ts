import { and, eq } from 'drizzle-orm'
import type { PackIcon, PackIcons } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings, fileIcons, files, projects, type StoredSheet } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { exportUrls, iconUrl, sheetUrl, variantUrls } from '#backend/services/file/url.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { ByteRange } from '#backend/storage/file.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { refusalOfChanges } from '#lib/text/derivatives.ts'
import { readDrawings } from './drawings.ts'
import { isOneColour } from './one-colour.ts'
import { drawingState } from './drawing-state.ts'

/**
 * The icons of a pack in the order of its archive, and the sheets with their drawings. Empty for a pack without icons.
 * @throws NotFoundError for a project that is not an icon pack, and a hidden one.
 */
export async function listPackIcons(db: Database, projectId: string): Promise<PackIcons> {
  const [pack] = await db
    .select({ file: { ...listedFile, name: files.name }, license: projects.license })
    .from(projects)
    .leftJoin(files, eq(files.id, projects.fileId))
    .where(and(eq(projects.id, projectId), eq(projects.kind, 'icon'), isPublic))
  if (!pack) throw new NotFoundError()
  const { file, license } = pack
  if (!file) return { items: [] }
  const { rows, ...read } = await readFileIcons(db, file)
  const hasDrawings = read.items.some(({ refused }) => !refused)
  if (!hasDrawings) return read
  const refused = refusalOfChanges(license) ?? (isOneColour(rows) ? null : 'colours')
  return {
    ...read,
    exports: exportUrls(file, read.items.length),
    recolouring: { ...variantUrls(file), refused },
  }
}

/** What is read of a file to list its icons. */
export const listedFile = {
  id: files.id,
  drawingsVersion: files.drawingsVersion,
  sheets: files.sheets,
}

/** The icons of a stored file in the order of its archive, and their sheets. */
export async function listFileIcons(db: Database, file: ListedFile): Promise<PackIcons> {
  const { items, sheets } = await readFileIcons(db, file)
  return { items, ...(sheets && { sheets }) }
}

type ListedFile = Pick<typeof files.$inferSelect, keyof typeof listedFile>

async function readFileIcons(db: Database, file: ListedFile) {
  const rows = await readDrawings(db, file.id)
  const items = rows.map(({ name, label, refused, tone, simplified }): PackIcon => {
    const mark = simplified && simplified.length > 0 ? { simplified } : {}
    const named = { name, ...(label !== null && { label }) }
    return { ...named, url: iconUrl(file, name), ...drawingState(refused, tone), ...mark }
  })
  const named = file.sheets?.map((sheet) => {
    const { first, without } = sheet
    return { url: sheetUrl(file.id, sheet), first, without }
  })
  return { rows, items, ...(named && { sheets: named }) }
}

/** Who a stored file belongs to, and when it was first published. */
const ownership = { ownerUid: files.ownerUid, attachedAt: files.attachedAt }
type Ownership = Pick<typeof files.$inferSelect, keyof typeof ownership>
/** @throws NotFoundError if the object is missing or too short; StorageError. */
type Read = () => Promise<Uint8Array<ArrayBuffer>>

/** `former`: asked for by an address from before the drawings were made again, and answered with the new ones. */
type Age = 'ready' | 'former'

/**
 * A sheet of a stored file by its name (`sheetUrl`). Its cells stay in their places when it is made again.
 * @throws NotFoundError
 */
export async function findSheet(
  { db, storage }: { db: Database; storage: Storage },
  fileId: string,
  name: string,
): Promise<{ read: Read; state: Age; file: Ownership }> {
  const [file] = await db
    .select({ ...ownership, key: files.drawingsKey, sheets: files.sheets })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.state, 'stored')))
  const isNamed = (one: StoredSheet) => sheetUrl(fileId, one).endsWith(`/${name}`)
  const first = Number.parseInt(name)
  const sheet = file?.sheets?.find((one) => one.first === first)
  const key = file?.key ?? null
  if (!file || !sheet || key === null) throw new NotFoundError()
  const { offset, size } = sheet
  const state = isNamed(sheet) ? 'ready' : 'former'
  return {
    file,
    state,
    read: () => readObject(storage, key, { start: offset, end: offset + size - 1 }),
  }
}

/** `waiting`: not sanitised yet; `refused`: not shown. The bytes of both are a placeholder. */
type IconDrawing = {
  read: Read
  state: Age | 'waiting' | 'refused'
  file: Ownership
}

/**
 * The SVG of an icon of a stored archive, which was sanitised after its upload, by the end of its address (`iconUrl`).
 * @throws NotFoundError
 */
export async function findIcon(
  { db, storage }: { db: Database; storage: Storage },
  fileId: string,
  address: string,
): Promise<IconDrawing> {
  const [name = '', version] = address.split('.')
  const [row] = await db
    .select({
      file: ownership,
      isReady: eq(files.drawings, 'ready'),
      key: files.drawingsKey,
      version: files.drawingsVersion,
      drawing: fileDrawings,
    })
    .from(fileIcons)
    .innerJoin(files, eq(files.id, fileIcons.fileId))
    .leftJoin(
      fileDrawings,
      and(eq(fileDrawings.fileId, fileIcons.fileId), eq(fileDrawings.name, fileIcons.name)),
    )
    .where(and(eq(fileIcons.fileId, fileId), eq(fileIcons.name, name), eq(files.state, 'stored')))
  if (!row) throw new NotFoundError()
  const { file, key, drawing } = row
  if (!row.isReady) return { file, read: async () => WAITING, state: 'waiting' }
  const { offset = null, size = null } = drawing ?? {}
  if (key === null || offset === null || size === null) {
    return { file, read: async () => REFUSED, state: 'refused' }
  }
  const read = () => readObject(storage, key, { start: offset, end: offset + size - 1 })
  const isCurrent = row.version === (version === 'svg' ? 0 : Number(version))
  return { file, read, state: isCurrent ? 'ready' : 'former' }
}

/** @throws NotFoundError if the object is missing or too short; StorageError if it cannot be read. */
async function readObject(storage: Storage, key: string, range: ByteRange) {
  try {
    return new Uint8Array(await storage.readBytes(key, range))
  } catch (error) {
    throw error instanceof ObjectMissingError ? new NotFoundError() : error
  }
}

const svg = (content: string) =>
  new Uint8Array(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#888" stroke-width="1.5">${content}</svg>`,
    ),
  )

/** For a drawing that is not sanitised yet: three dots. */
const WAITING = svg('<path stroke-linecap="round" stroke-width="2.5" d="M6 12h0M12 12h0M18 12h0"/>')
/** For a refused drawing: a crossed-out frame. */
const REFUSED = svg('<rect x="4" y="4" width="16" height="16" rx="2"/><path d="m4 20 16-16"/>')
