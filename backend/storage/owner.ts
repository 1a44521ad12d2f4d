import type { Storage } from './storage.ts'

/** What `ADOPT_FILES` says of files that carry no mark. */
const UNMARKED = 'unmarked'

/** Whether there are files that belong to another database than a new one, and `adopt` does not name them. */
export async function isStrange(storage: Storage, adopt: string | undefined): Promise<boolean> {
  const mark = await storage.databaseId()
  if (adopt === (mark ?? UNMARKED)) return false
  return mark !== null || !(await isEmpty(storage))
}

/** The sentence that refuses a start with such files. */
export function refusal(places: { files: string; database: string }, mark: string | null): string {
  return (
    `The files in ${places.files} belong to another database than the one in ${places.database}: ` +
    'put back the database that belongs to them, or start once with ' +
    `ADOPT_FILES=${mark ?? UNMARKED} to use them with this one.`
  )
}

async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const keys of storage.keys()) if (keys.length > 0) return false
  return true
}
