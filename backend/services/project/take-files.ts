import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { files, type StoredImage } from '#backend/db/schema.ts'
import { BadRequest, FileMissing, HttpError } from '#backend/http/errors.ts'

type StoredRow = typeof files.$inferSelect
type Named = {
  file_id?: string | undefined
  cover_id?: string | undefined
  gallery_ids?: string[] | undefined
}

/** What the manifest of a kind's file says that it is. */
const FORMAT_OF: Record<Kind, StoredRow['format']> = {
  icon: 'iconpack',
  profile: 'profile',
  flexpage: 'flexpage',
  plugin: null,
}

/**
 * The files that a wish names, marked as taken: one's own that nobody took, or those in `before`.
 * @throws FileMissing that names the fields of those that are missing.
 */
export async function takeFiles(
  tx: Transaction,
  { uid, now }: { uid: string; now: Date },
  { file_id, cover_id, gallery_ids = [] }: Named,
  before: string[] = [],
): Promise<Map<string, StoredRow>> {
  const named = [file_id, cover_id, ...gallery_ids].filter((id) => id !== undefined)
  const ids = [...new Set(named)]
  if (ids.length === 0) return new Map()
  const isFree = and(eq(files.ownerUid, uid), isNull(files.attachedAt))
  const isMine = before.length > 0 ? or(isFree, inArray(files.id, before)) : isFree
  const rows = await tx
    .update(files)
    .set({ attachedAt: sql`coalesce(${files.attachedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(inArray(files.id, ids), eq(files.state, 'stored'), isMine))
    .returning()
  const taken = new Map(rows.map((row) => [row.id, row]))
  const fields = { file_id: [file_id], cover_id: [cover_id], gallery_ids }
  const missing = Object.entries(fields).flatMap(([name, wanted]) =>
    wanted.some((id) => id !== undefined && !taken.has(id)) ? [name] : [],
  )
  if (missing.length > 0) throw new FileMissing(missing)
  return taken
}

export function fileOf(taken: Map<string, StoredRow>, kind: Kind, id: string | undefined) {
  if (id === undefined) return null
  const file = taken.get(id)
  const ending = KIND_TABLE[kind].fileEnding
  const fits = ending !== null && file?.name.toLowerCase().endsWith(ending)
  if (!file || file.purpose !== 'project' || !fits) {
    throw new BadRequest('file_id: not a file of this kind')
  }
  return file
}

export function imageOf(taken: Map<string, StoredRow>, id: string, alt = ''): StoredImage {
  const row = taken.get(id)
  if (!row || row.purpose !== 'image' || !row.width || !row.height) {
    throw new BadRequest('cover_id, gallery_ids: not a picture')
  }
  const { width, height, placeholder } = row
  return { fileId: id, width, height, alt, placeholder }
}

/**
 * @throws BadRequest for a file whose manifest says another kind than its name; HttpError 409
 * (`not_ready`) while the drawings of a file are being made safe.
 */
export function checkReady(file: StoredRow, kind: Kind): void {
  if (file.format !== FORMAT_OF[kind]) {
    throw new BadRequest('file_id: not a file of this kind', ['file_id'])
  }
  if (file.drawings === 'ready') return
  throw new HttpError(409, 'The drawings of the file are still being prepared.', 'not_ready')
}
