import type { Storage } from './storage.ts'

/** Value of `ADOPT_FILES` for files without a database id. */
const UNMARKED = 'unmarked'

/**
 * Whether the storage holds files that do not belong to a new, empty database and that the operator has
 * not adopted (`ADOPT_FILES`).
 */
export async function isForeign(storage: Storage, adopt: string | undefined): Promise<boolean> {
  const id = await storage.databaseId()
  if (adopt === (id ?? UNMARKED)) return false
  return id !== null || !(await isEmpty(storage))
}

/** The message that refuses to start with foreign files. */
export function foreignFilesMessage(
  locations: { files: string; database: string },
  id: string | null,
): string {
  return (
    `The files in ${locations.files} belong to another database than the one in ${locations.database}: ` +
    'put back the database that belongs to them, or start once with ' +
    `ADOPT_FILES=${id ?? UNMARKED} to use them with this one.`
  )
}

async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const keys of storage.keys()) if (keys.length > 0) return false
  return true
}
