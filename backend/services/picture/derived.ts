import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { derivedPictures, files } from '#backend/db/schema.ts'
import { newId } from '#backend/services/project/id.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Parts = { db: Database; storage: Storage }
export type DerivedRow = typeof derivedPictures.$inferSelect
/** A picture that may be shown now, and its form in a width where that is stored. */
export type Found = { file: typeof files.$inferSelect; derived: DerivedRow | null }

/** Looks a picture up by primary keys; nothing for what is hidden, pending or no picture. */
export async function findDerived(
  db: Database,
  { id, width }: { id: string; width: number },
): Promise<Found | undefined> {
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
 * Stores a form of a picture: the object first, then the row that names it. What another process has
 * stored meanwhile stays.
 * @returns how many bytes were added.
 * @throws Error when the file is gone; nothing is left then.
 */
export async function storeDerived(
  { db, storage }: Parts,
  { bytes, ...about }: { fileId: string; width: number; bytes: Uint8Array; now: Date },
): Promise<number> {
  const { fileId, width, now } = about
  const key = newId()
  await storage.write(key, bytes)
  try {
    const row = { fileId, width, key, size: bytes.byteLength, lastUsedAt: now }
    const added = await db
      .insert(derivedPictures)
      .values(row)
      .onConflictDoNothing()
      .returning({ key: derivedPictures.key })
    if (added.length > 0) return row.size
  } catch (error) {
    await storage.remove(key)
    throw error
  }
  await storage.remove(key)
  return 0
}

/** Notes that a form was asked for. */
export async function touchDerived(db: Database, { key }: DerivedRow, now: Date): Promise<void> {
  await db.update(derivedPictures).set({ lastUsedAt: now }).where(eq(derivedPictures.key, key))
}

/** Drops a form whose object is not in the storage as it should be. */
export async function dropDerived({ db, storage }: Parts, { key }: DerivedRow): Promise<void> {
  await db.delete(derivedPictures).where(eq(derivedPictures.key, key))
  await storage.remove(key)
}

/** Forgets every form of the files. @returns the keys of their objects. */
export async function forgetDerived(
  db: Database | Transaction,
  fileIds: string[],
): Promise<string[]> {
  if (fileIds.length === 0) return []
  const gone = await db
    .delete(derivedPictures)
    .where(inArray(derivedPictures.fileId, fileIds))
    .returning({ key: derivedPictures.key })
  return gone.map(({ key }) => key)
}

/** All forms together, in bytes. */
export async function derivedBytes(db: Database): Promise<number> {
  const total = sql`coalesce(sum(${derivedPictures.size}), 0)`.mapWith(Number)
  const [row] = await db.select({ total }).from(derivedPictures)
  return row?.total ?? 0
}

/** Removes the forms that were not asked for longest, until the others are at most `keepBytes`. */
export async function evictDerived(
  { db, storage }: Parts,
  keepBytes: number,
): Promise<{ removed: number }> {
  const { key, size, lastUsedAt } = derivedPictures
  const ranked = db
    .select({
      key,
      sum: sql<string>`sum(${size}) OVER (ORDER BY ${lastUsedAt} DESC, ${key})`.as('sum'),
    })
    .from(derivedPictures)
    .as('ranked')
  const old = db
    .select({ key: ranked.key })
    .from(ranked)
    .where(sql`${ranked.sum} > ${keepBytes}`)
  const gone = await db.delete(derivedPictures).where(inArray(key, old)).returning({ key })
  for (const one of gone) await storage.remove(one.key)
  return { removed: gone.length }
}
