import { readdir } from 'node:fs/promises'
import path from 'node:path'

const KEY = /^[\w-]{3,100}$/

/**
 * The file that holds an object.
 * @throws Error for a key that is not a plain name.
 */
export function placeOf(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error('storage: not a key')
  return path.join(folder, key.slice(0, 2), key)
}

/** The keys of the objects in a folder, a subfolder at a time; other files are left out. */
export async function* listKeys(folder: string): AsyncIterable<string[]> {
  for (const group of await listFolder(folder)) {
    if (!/^[\w-]{2}$/.test(group)) continue
    const names = await listFolder(path.join(folder, group))
    const keys = names.filter((name) => KEY.test(name) && name.startsWith(group))
    if (keys.length > 0) yield keys
  }
}

/** The names in a folder; none where there is no such folder. Every other failure is thrown. */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Whether there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}
