import { eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files, settings } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { foreignFilesMessage, isForeign } from '#backend/storage/owner.ts'
import type { Storage } from '#backend/storage/storage.ts'

const SETTING = 'database-id'

/**
 * Checks that the storage belongs to this database, by the database id that the storage is marked with.
 * An unmarked storage is marked if it is empty, or if the database refers to files: it then dates from
 * before marks existed.
 * @param adopt the mark of a storage that the operator allows with this database (`ADOPT_FILES`).
 * @param places names of storage and database for the error message.
 * @throws Error with a one-sentence message if the storage belongs to another database.
 */
export async function checkOwner(
  { db, storage }: { db: Database; storage: Storage },
  { adopt, places }: { adopt?: string | undefined; places: { files: string; database: string } },
): Promise<void> {
  const id = await databaseId(db)
  const mark = await storage.databaseId()
  if (mark === id) return
  const isOwn = mark === null && (await db.select().from(files).limit(1)).length > 0
  if (!isOwn && (await isForeign(storage, adopt)))
    throw new Error(foreignFilesMessage(places, mark))
  await storage.setDatabaseId(id)
}

/** The id of this database, generated on first use. */
async function databaseId(db: Database): Promise<string> {
  await db.insert(settings).values({ name: SETTING, value: newId() }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.name, SETTING))
  if (!row) throw new Error('The database id is missing.')
  return row.value
}
