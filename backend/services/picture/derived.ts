import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { derivedPictures, files } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Storage } from '#backend/storage/storage.ts'

/* Derived pictures: a stored picture scaled to one of the allowed widths. */

type Deps = { db: Database; storage: Storage }
export type DerivedRow = typeof derivedPictures.$inferSelect
/** A stored picture, and its derived picture in the requested width if that exists. */
export type FoundPicture = { file: typeof files.$inferSelect; derived: DerivedRow | null }

/** Looks up a visible picture; undefined if it is hidden, pending or not a picture. */
export async function findDerived(
  db: Database,
  { id, width }: { id: string; width: number },
): Promise<FoundPicture | undefined> {
  const isWidth = and(eq(derivedPictures.fileId, files.id), eq(derivedPictures.width, width))
  const [row] = await db
    .select({ file: files, derived: derivedPictures })
    .from(files)
    .leftJoin(derivedPictures, isWidth)
    .where(and(eq(files.id, id), eq(files.state, 'stored'), eq(files.purpose, 'image')))
    .limit(1)
  return row
}

/**
 * Stores a derived picture: the object first, then its row. A row that another process inserted in the
 * meantime stays.
 * @returns the number of bytes added.
 * @throws Error if the file was deleted; nothing is left then.
 */
export async function storeDerived(
  { db, storage }: Deps,
  { fileId, width, bytes, now }: { fileId: string; width: number; bytes: Uint8Array; now: Date },
): Promise<number> {
  const key = newId()
  await storage.write(key, bytes)
  try {
    const row = { fileId, width, key, size: bytes.byteLength, lastUsedAt: now }
    const inserted = await db
      .insert(derivedPictures)
      .values(row)
      .onConflictDoNothing()
      .returning({ key: derivedPictures.key })
    if (inserted.length > 0) return row.size
  } catch (error) {
    await storage.remove(key)
    throw error
  }
  await storage.remove(key)
  return 0
}

/** Records that a derived picture was requested. */
export async function touchDerived(db: Database, { key }: DerivedRow, now: Date): Promise<void> {
  await db.update(derivedPictures).set({ lastUsedAt: now }).where(eq(derivedPictures.key, key))
}

/** Deletes a derived picture whose object is missing or damaged. */
export async function dropDerived({ db, storage }: Deps, { key }: DerivedRow): Promise<void> {
  await db.delete(derivedPictures).where(eq(derivedPictures.key, key))
  await storage.remove(key)
}

/** Deletes the rows of all derived pictures of files. @returns the keys of their objects. */
export async function deleteDerivedRows(
  db: Database | Transaction,
  fileIds: string[],
): Promise<string[]> {
  if (fileIds.length === 0) return []
  const deleted = await db
    .delete(derivedPictures)
    .where(inArray(derivedPictures.fileId, fileIds))
    .returning({ key: derivedPictures.key })
  return deleted.map(({ key }) => key)
}

/** Size of all derived pictures together, in bytes. */
export async function derivedBytes(db: Database): Promise<number> {
  const total = sql`coalesce(sum(${derivedPictures.size}), 0)`.mapWith(Number)
  const [row] = await db.select({ total }).from(derivedPictures)
  return row?.total ?? 0
}

/** Deletes the least recently used derived pictures until the others have at most `maxBytes`. */
export async function evictDerived(
  { db, storage }: Deps,
  maxBytes: number,
): Promise<{ removed: number }> {
  const { key, size, lastUsedAt } = derivedPictures
  const ranked = db
    .select({
      key,
      sum: sql<string>`sum(${size}) OVER (ORDER BY ${lastUsedAt} DESC, ${key})`.as('sum'),
    })
    .from(derivedPictures)
    .as('ranked')
  const evicted = db
    .select({ key: ranked.key })
    .from(ranked)
    .where(sql`${ranked.sum} > ${maxBytes}`)
  const deleted = await db.delete(derivedPictures).where(inArray(key, evicted)).returning({ key })
  for (const row of deleted) await storage.remove(row.key)
  return { removed: deleted.length }
}
