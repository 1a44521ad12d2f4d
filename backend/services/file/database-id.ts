import { eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files, settings } from '#backend/db/schema.ts'
import { newId } from '#backend/services/project/id.ts'
import { isStrange, refusal } from '#backend/storage/owner.ts'
import type { Storage } from '#backend/storage/storage.ts'

const NAME = 'database-id'

/**
 * Makes sure that the stored files belong to the database, and marks files without a mark. Files
 * without a mark beside a database that names files are those of an earlier version, and are marked.
 * @param adopt the mark of files that the operator wants to use with this database (`ADOPT_FILES`).
 * @param places what to call the two in the refusal.
 * @throws Error with one sentence where the files belong to another database.
 */
export async function checkOwner(
  { db, storage }: { db: Database; storage: Storage },
  { adopt, places }: { adopt?: string | undefined; places: { files: string; database: string } },
): Promise<void> {
  const id = await databaseId(db)
  const mark = await storage.databaseId()
  if (mark === id) return
  const isOwn = mark === null && (await db.select().from(files).limit(1)).length > 0
  if (!isOwn && (await isStrange(storage, adopt))) throw new Error(refusal(places, mark))
  await storage.setDatabaseId(id)
}

/** The id of this database, made when it is first asked for. */
async function databaseId(db: Database): Promise<string> {
  await db.insert(settings).values({ name: NAME, value: newId() }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.name, NAME))
  if (!row) throw new Error('settings: the id is missing')
  return row.value
}
