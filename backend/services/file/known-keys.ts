import { inArray } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { derivedPictures, files } from '#backend/db/schema.ts'

/** Every column that names objects of the storage. What is missing here is moved to the trash. */
const COLUMNS = [
  { table: files, key: files.key },
  { table: files, key: files.drawingsKey },
  { table: derivedPictures, key: derivedPictures.key },
] as const

/** Those of the keys that the database names; at most some thousand keys at once. */
export async function findKnown(db: Database, keys: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  if (keys.length === 0) return known
  for (const { table, key } of COLUMNS) {
    const rows = await db.select({ key }).from(table).where(inArray(key, keys))
    for (const row of rows) if (row.key !== null) known.add(row.key)
  }
  return known
}
