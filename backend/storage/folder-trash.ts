import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { attempt, ObjectMissingError } from './error.ts'
import { statFile } from './file.ts'
import { listFolder, listKeys, pathOfKey } from './folder-keys.ts'
import type { Trash } from './storage.ts'

/** A day of the trash: `2026-11-21`. */
export const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The trash of a folder storage: one folder per day within it, on the same file system. */
export function createFolderTrash(folder: string): Trash {
  const folderOfDay = (day: string) => {
    if (!DAY.test(day)) throw new Error('storage: invalid day')
    return path.join(folder, '.trash', day)
  }
  return {
    add: (key, day) => move(pathOfKey(folder, key), pathOfKey(folderOfDay(day), key)),
    days: async () =>
      (await listFolder(path.join(folder, '.trash'))).filter((name) => DAY.test(name)).toSorted(),
    keys: (day) => listKeys(folderOfDay(day)),
    async restore(key, day) {
      const target = pathOfKey(folder, key)
      if (await statFile(target)) return false
      return move(pathOfKey(folderOfDay(day), key), target)
    },
    empty: (day) => attempt(() => rm(folderOfDay(day), { recursive: true, force: true })),
  }
}

/** @returns whether the source existed. */
async function move(from: string, to: string): Promise<boolean> {
  await attempt(() => mkdir(path.dirname(to), { recursive: true, mode: 0o700 }))
  try {
    await attempt(() => rename(from, to))
    return true
  } catch (error) {
    if (error instanceof ObjectMissingError) return false
    throw error
  }
}
