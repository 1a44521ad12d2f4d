import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { derivedPictures, files } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import { recordMade, removeMade } from './made.ts'

/* Derived pictures: a stored picture scaled to one of the allowed widths. */

type Deps = Pick<Parts, 'db' | 'storage'>
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
 * Stores a derived picture: the object first, then its row.
 * @returns the number of bytes added.
 * @throws as `recordMade`.
 */
export async function storeDerived(
  { db, storage }: Deps,
  { fileId, width, bytes, now }: { fileId: string; width: number; bytes: Uint8Array; now: Date },
): Promise<number> {
  const key = newId()
  await storage.write(key, bytes)
  const row = { fileId, width, key, size: bytes.byteLength, lastUsedAt: now }
  const inserted = db.insert(derivedPictures).values(row).onConflictDoNothing()
  const isRecorded = await recordMade(
    { storage },
    key,
    inserted.returning({ key: derivedPictures.key }),
  )
  return isRecorded ? row.size : 0
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

/** Deletes the least recently used derived pictures until the others have at most `maxBytes`. @returns how many. */
export async function evictDerived(deps: Deps, maxBytes: number): Promise<number> {
  const { db } = deps
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
  return removeMade(deps, derivedPictures, inArray(key, evicted))
}
