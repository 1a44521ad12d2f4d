import { constants, copyFile } from 'node:fs/promises'
import { storageOf } from '#backend/storage/open.ts'

/*
 * Commands for the trash of stored files. They work on the storage, whether or not the site runs.
 */

/** Prints the number of objects in each day's trash. */
export async function showTrash(dataDir: string): Promise<void> {
  const { trash } = (await storageOf(process.env, dataDir)).storage
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
 * Moves the objects of a day back.
 * @throws Error with one sentence if that day's trash is empty.
 */
export async function restoreFiles(dataDir: string, day: string): Promise<void> {
  const { trash } = (await storageOf(process.env, dataDir)).storage
  const days = await trash.days()
  if (!days.includes(day)) {
    throw new Error(`Which day? The trash holds objects of: ${days.join(', ') || 'none'}.`)
  }
  let restored = 0
  let skipped = 0
  for await (const keys of trash.keys(day)) {
    for (const key of keys) {
      if (await trash.restore(key, day)) restored += 1
      else skipped += 1
    }
  }
  if (skipped === 0) await trash.empty(day)
  console.log(`Restored ${restored} of ${restored + skipped} objects of ${day}.`)
  if (skipped > 0) console.log(`${skipped} stay in the trash: objects with the same names exist.`)
  console.log(
    'The next sweep moves objects that the database does not reference back to the trash.',
  )
}

/** Copies a stored file to a path that does not exist. */
export async function saveFile(dataDir: string, key: string, target: string): Promise<void> {
  const { storage } = await storageOf(process.env, dataDir)
  await storage.withFile(key, (file) => copyFile(file, target, constants.COPYFILE_EXCL))
}
