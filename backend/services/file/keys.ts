import { inArray, or } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/schema.ts'

/** The objects of a file: what was uploaded, and what was made of it. */
export const objectsOf = ({ key, drawingsKey }: { key: string; drawingsKey: string | null }) =>
  drawingsKey === null ? [key] : [key, drawingsKey]

/** Those of the keys that the database names. */
export async function knownKeys(db: Database, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ key: files.key, drawingsKey: files.drawingsKey })
    .from(files)
    .where(or(inArray(files.key, keys), inArray(files.drawingsKey, keys)))
  return rows.flatMap(objectsOf)
}
