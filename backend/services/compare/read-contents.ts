import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pagesInManifestSchema } from '#lib/contract/file/container.ts'
import { fileDetails, filePages, files } from '#backend/db/tables.ts'
import type { Parts } from '#backend/parts.ts'
import { placesOf, readDrawings } from '#backend/services/icon/drawings.ts'
import type { ComparedContents } from './contents.ts'

/** Drawings that are read at a time, in bytes: one alone may be larger. */
const WINDOW_BYTES = 4 * 1024 * 1024

type Deps = Pick<Parts, 'db' | 'storage'>

/** The contents of a stored file, with a fingerprint of each drawing. Memory: one window of drawings. @throws StorageError */
export async function readContentsOf(
  { db, storage }: Deps,
  fileId: string,
): Promise<ComparedContents> {
  const [file] = await db
    .select({ key: files.drawingsKey, pages: filePages.pages, entries: fileDetails.entries })
    .from(files)
    .leftJoin(filePages, eq(filePages.fileId, files.id))
    .leftJoin(fileDetails, eq(fileDetails.fileId, files.id))
    .where(eq(files.id, fileId))
  return {
    icons: await fingerprints({ db, storage }, fileId, file?.key ?? null),
    pages: pagesInManifestSchema.catch([]).parse(file?.pages ?? []),
    entries: new Map(file?.entries?.items.map(({ name, size }) => [name, size])),
  }
}

/** By the name of each icon: the hash of its sanitised drawing, or what is known of one that is refused. */
async function fingerprints(
  { db, storage }: Deps,
  fileId: string,
  key: string | null,
): Promise<Map<string, string>> {
  const rows = await readDrawings(db, fileId)
  const found = new Map(
    rows.map(({ name, refused, source }) => [name, `${refused ?? 'none'} ${source}`]),
  )
  if (key === null) return found
  const drawn = placesOf(rows).toSorted((a, b) => a.offset - b.offset)
  for (let at = 0; at < drawn.length;) {
    const first = drawn[at]
    if (!first) break
    const limit = first.offset + Math.max(WINDOW_BYTES, first.size)
    const beyond = drawn.findIndex(({ offset, size }, index) => index > at && offset + size > limit)
    const part = drawn.slice(at, beyond === -1 ? undefined : beyond)
    const end = Math.max(...part.map(({ offset, size }) => offset + size)) - 1
    const bytes = await storage.readBytes(key, { start: first.offset, end })
    for (const { name, offset, size } of part) {
      const drawing = bytes.subarray(offset - first.offset, offset - first.offset + size)
      found.set(name, createHash('sha256').update(drawing).digest('base64url'))
    }
    at += part.length
  }
  return found
}
