import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing, listFolder, listKeys, placeOf } from './folder-keys.ts'
import type { Trash } from './storage.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The trash of a folder storage: a folder per day within it, on the same file system. */
export function createFolderTrash(folder: string): Trash {
  const placeOfDay = (day: string) => {
    if (!DAY.test(day)) throw new Error('storage: not a day')
    return path.join(folder, '.trash', day)
  }
  return {
    add: (key, day) => move(placeOf(folder, key), placeOf(placeOfDay(day), key)),
    days: async () =>
      (await listFolder(path.join(folder, '.trash'))).filter((name) => DAY.test(name)).toSorted(),
    keys: (day) => listKeys(placeOfDay(day)),
    async restore(key, day) {
      const target = placeOf(folder, key)
      if (await exists(target)) return false
      return move(placeOf(placeOfDay(day), key), target)
    },
    empty: (day) => rm(placeOfDay(day), { recursive: true, force: true }),
  }
}

/** @returns whether there was something to move. */
async function move(from: string, to: string): Promise<boolean> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
