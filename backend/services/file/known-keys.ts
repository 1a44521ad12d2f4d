import { getTableName, inArray } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import {
  colourVariants,
  derivedPictures,
  drawingParts,
  files,
  uploadParts,
} from '#backend/db/tables.ts'

/** All columns with storage keys. The sweep moves objects that none of them names to the trash. */
const COLUMNS = [
  { table: files, key: files.key },
  { table: files, key: files.originalKey },
  { table: files, key: files.drawingsKey },
  { table: files, key: files.animationKey },
  { table: derivedPictures, key: derivedPictures.key },
  { table: colourVariants, key: colourVariants.key },
  { table: drawingParts, key: drawingParts.key },
  { table: uploadParts, key: uploadParts.key },
] as const

const SHA256 = new Map<unknown, { name: string }>([
  [files.key, files.sha256],
  [files.originalKey, files.originalSha256],
  [files.animationKey, files.animationSha256],
  [colourVariants.key, colourVariants.sha256],
])

/**
 * The same by name, with the column of the SHA-256 of the object where there is one. `isCache`: the object may be missing, it is made
 * again, or sent again.
 */
export const KEY_COLUMNS = COLUMNS.map(({ table, key }) => ({
  table: getTableName(table),
  key: key.name,
  sha256: SHA256.get(key)?.name ?? null,
  isCache: table !== files,
}))

/** The keys that the database refers to. The caller limits `keys` to a few thousand. */
export async function findKnownKeys(db: Database, keys: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  if (keys.length === 0) return known
  for (const { table, key } of COLUMNS) {
    const rows = await db.select({ key }).from(table).where(inArray(key, keys))
    for (const row of rows) if (row.key !== null) known.add(row.key)
  }
  return known
}
