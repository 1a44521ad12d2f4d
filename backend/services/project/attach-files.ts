import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { files, type StoredImage } from '#backend/db/tables.ts'
import { DomainError, FileMissingError, InvalidInputError } from '#backend/errors.ts'

type FileRow = typeof files.$inferSelect
/** The files that a request attached, by id. */
export type AttachedFiles = Map<string, FileRow>
type FileFields = {
  file_id?: string | undefined
  cover_id?: string | undefined
  gallery_ids?: string[] | undefined
  package_ids?: string[] | undefined
}

/**
 * Marks the files of a request as attached. A file can be attached if the account uploaded it and no
 * project has it yet, or if it is in `currentIds`.
 * @param currentIds the files that the project already has.
 * @throws FileMissingError with the fields whose files cannot be attached.
 */
export async function attachFiles(
  tx: Transaction,
  { uid, now }: { uid: string; now: Date },
  { file_id, cover_id, gallery_ids = [], package_ids = [] }: FileFields,
  currentIds: string[] = [],
): Promise<AttachedFiles> {
  const requested = [file_id, cover_id, ...gallery_ids, ...package_ids].filter(
    (id) => id !== undefined,
  )
  const ids = [...new Set(requested)]
  if (ids.length === 0) return new Map()
  const isFree = and(eq(files.ownerUid, uid), isNull(files.attachedAt))
  const isAllowed = currentIds.length > 0 ? or(isFree, inArray(files.id, currentIds)) : isFree
  const rows = await tx
    .update(files)
    .set({ attachedAt: sql`coalesce(${files.attachedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(inArray(files.id, ids), eq(files.state, 'stored'), isAllowed))
    .returning()
  const attached = new Map(rows.map((row) => [row.id, row]))
  const fields = { file_id: [file_id], cover_id: [cover_id], gallery_ids, package_ids }
  const missing = Object.entries(fields).flatMap(([field, fieldIds]) =>
    fieldIds.some((id) => id !== undefined && !attached.has(id)) ? [field] : [],
  )
  if (missing.length > 0) throw new FileMissingError(missing)
  return attached
}

/**
 * The project file of a request, `null` where it has none.
 * @throws InvalidInputError for a picture, or a file with another kind's extension.
 */
export function findProjectFile(
  attached: AttachedFiles,
  kind: Kind,
  id: string | undefined,
): FileRow | null {
  if (id === undefined) return null
  const file = attached.get(id)
  const extension = KIND_TABLE[kind].fileEnding
  const hasExtension = extension !== null && file?.name.toLowerCase().endsWith(extension)
  if (!file || file.purpose !== 'project' || !hasExtension) {
    throw new InvalidInputError('file_id: not a file of this kind')
  }
  return file
}

/** @throws InvalidInputError for a file that is not a picture. */
export function toStoredImage(attached: AttachedFiles, id: string, alt = ''): StoredImage {
  const row = attached.get(id)
  if (!row || row.purpose !== 'image' || !row.width || !row.height) {
    throw new InvalidInputError('cover_id, gallery_ids: not a picture')
  }
  const { width, height, placeholder } = row
  const isAnimated = row.animationKey !== null
  return { fileId: id, width, height, alt, placeholder, ...(isAnimated && { isAnimated }) }
}

/**
 * @throws InvalidInputError for a file whose manifest declares another kind; DomainError
 * `not_ready` while its drawings are being sanitised.
 */
export function checkReady(file: FileRow, kind: Kind): void {
  // Only the extension decides the kind of a file whose contents are not read.
  const isKnown = file.format === KIND_TABLE[kind].format
  if (!isKnown && file.reader !== 'opaque') {
    throw new InvalidInputError('file_id: not a file of this kind', ['file_id'])
  }
  if (file.drawings === 'ready') return
  throw new DomainError('not_ready', 'The drawings of the file are still being prepared.')
}
