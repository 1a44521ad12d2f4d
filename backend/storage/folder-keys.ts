import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { attempt, ObjectMissingError } from './error.ts'

/** Ends the keys of objects whose rows releases up to 0.2.0 do not know: these list no such key, and so leave the object. */
export const LATER = '~'
/** A key, as the backend makes them. */
export const KEY = /^[\w-]{3,100}~?$/

/**
 * The path of an object: subfolders by the first two characters of the key.
 * @throws Error for an invalid key.
 */
export function pathOfKey(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error('storage: invalid key')
  return path.join(folder, key.slice(0, 2), key)
}

/** The keys of the objects in a folder, one subfolder at a time; other files are skipped. */
export async function* listKeys(folder: string): AsyncIterable<string[]> {
  for (const group of await listFolder(folder)) {
    if (!/^[\w-]{2}$/.test(group)) continue
    const names = await listFolder(path.join(folder, group))
    const keys = names.filter((name) => KEY.test(name) && name.startsWith(group))
    if (keys.length > 0) yield keys
  }
}

/**
 * The names in a folder; empty if the folder does not exist.
 * @throws StorageError
 */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await attempt(() => readdir(folder))
  } catch (error) {
    if (error instanceof ObjectMissingError) return []
    throw error
  }
}
