import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Storage } from './storage.ts'

/**
 * Keeps objects as files of a folder, spread over subfolders by the first two characters of the key.
 * @throws Error for a key that is not a plain name.
 */
export function createFolderStorage(folder: string): Storage {
  const place = (key: string) => {
    if (!/^[\w-]{3,100}$/.test(key)) throw new Error('storage: not a key')
    return path.join(folder, key.slice(0, 2), key)
  }
  return {
    async write(key, bytes) {
      const target = place(key)
      const temporary = `${target}.${randomBytes(6).toString('hex')}.part`
      await mkdir(path.dirname(target), { recursive: true })
      try {
        const file = await open(temporary, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, target)
        await syncFolder(path.dirname(target))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async size(key) {
      try {
        return (await stat(place(key))).size
      } catch {
        return null
      }
    },
    read: (key, range) => createReadStream(place(key), range),
  }
}

/** A new name survives a crash once its folder is on the disk; Windows cannot open one. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
