import path from 'node:path'
import { createFolderStorage } from '#backend/storage/folder.ts'

/*
 * The trash of stored files. Both commands work on the files themselves, whether the site runs or not:
 * an object is moved by renaming it.
 */

/** Prints how many objects each day's trash holds. */
export async function showTrash(dataDir: string): Promise<void> {
  const { trash } = storageOf(dataDir)
  let total = 0
  for (const day of await trash.days()) {
    let count = 0
    for await (const keys of trash.keys(day)) count += keys.length
    if (count > 0) console.log(`${day}  ${count} ${count === 1 ? 'object' : 'objects'}`)
    total += count
  }
  if (total === 0) console.log('The trash is empty.')
}

/**
 * Moves a day's objects back to their places.
 * @throws Error with one sentence where that day's trash holds none.
 */
export async function restoreFiles(dataDir: string, day: string): Promise<void> {
  const { trash } = storageOf(dataDir)
  const days = await trash.days()
  if (!days.includes(day)) {
    throw new Error(`Which day? The trash holds objects of: ${days.join(', ') || 'none'}.`)
  }
  let restored = 0
  let kept = 0
  for await (const keys of trash.keys(day)) {
    for (const key of keys) {
      if (await trash.restore(key, day)) restored += 1
      else kept += 1
    }
  }
  if (kept === 0) await trash.empty(day)
  console.log(`Restored ${restored} of ${restored + kept} objects of ${day}.`)
  if (kept > 0) console.log(`${kept} stay in the trash: there are objects of the same names.`)
  console.log('What the database does not name goes back to the trash with the next sweep.')
}

function storageOf(dataDir: string) {
  return createFolderStorage(path.join(path.resolve(dataDir), 'files'))
}
