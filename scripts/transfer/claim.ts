import type { Storage } from '#backend/storage/storage.ts'

/**
 * Marks an empty storage as that of the database `id`, or accepts one that has this mark: of an interrupted transfer, or the
 * site's own.
 * @throws Error with one sentence if it holds other files.
 */
export async function claimStorage(
  storage: Pick<Storage, 'databaseId' | 'setDatabaseId' | 'keys'>,
  id: string,
): Promise<void> {
  const mark = await storage.databaseId()
  if (mark === id) return
  if (mark !== null) throw new Error('The target storage holds the files of another database.')
  for await (const keys of storage.keys()) {
    if (keys.length > 0) throw new Error('The target storage is not empty.')
  }
  await storage.setDatabaseId(id)
}
