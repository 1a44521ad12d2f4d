import { sql } from 'drizzle-orm'
import { files } from '#backend/db/tables.ts'

type File = typeof files.$inferSelect
type Row = Pick<File, 'originalKey' | 'originalName' | 'originalSize' | 'originalSha256'>

/** The uploaded bytes of a file that another was made from; null where the upload itself is the file. */
export function originalOf(file: Row) {
  const { originalKey: key, originalName: name, originalSize: size, originalSha256: sha256 } = file
  if (key === null || name === null || size === null || sha256 === null) return null
  return { key, name, size, sha256 }
}

/** What was uploaded: the original, or the file itself. */
export const uploadOf = <F extends Row>(file: F): F => ({ ...file, ...originalOf(file) })

/** SHA-256 of what was uploaded. */
export const uploadedSha256 = sql<string>`coalesce(${files.originalSha256}, ${files.sha256})`
