import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Storage, TooLarge } from './storage.ts'

/** How the name of what is being written ends. */
const PART = '.part'

/**
 * Keeps objects as files of a folder, spread over subfolders by the first two characters of the key.
 * @throws Error for a key that is not a plain name.
 */
export function createFolderStorage(folder: string): Storage {
  const place = (key: string) => {
    if (!/^[\w-]{3,100}$/.test(key)) throw new Error('storage: not a key')
    return path.join(folder, key.slice(0, 2), key)
  }
  /** Fills a temporary file and gives it its name once all of it is on the disk. */
  async function put(key: string, fill: (file: FileHandle) => Promise<void>) {
    const target = place(key)
    const temporary = `${target}.${randomBytes(6).toString('hex')}${PART}`
    await mkdir(path.dirname(target), { recursive: true })
    try {
      const file = await open(temporary, 'wx')
      try {
        await fill(file)
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
  }
  return {
    write: (key, bytes) => put(key, (file) => file.writeFile(bytes)),
    async writeStream(key, bytes, { maxBytes, signal }) {
      const hash = createHash('sha256')
      let size = 0
      await put(key, async (file) => {
        for await (const chunk of bytes) {
          signal?.throwIfAborted()
          size += chunk.byteLength
          if (size > maxBytes) throw new TooLarge(maxBytes)
          hash.update(chunk)
          await file.writeFile(chunk)
        }
      })
      return { size, sha256: hash.digest('hex') }
    },
    async size(key) {
      try {
        return (await stat(place(key))).size
      } catch {
        return null
      }
    },
    remove: (key) => rm(place(key), { force: true }),
    async sweep(findKnown) {
      let gone = 0
      const groups = await readdir(folder, { withFileTypes: true }).catch(() => [])
      for (const group of groups.filter((entry) => entry.isDirectory())) {
        const names = await readdir(path.join(folder, group.name))
        const keys = names.filter((name) => !name.endsWith(PART))
        const known = new Set(keys.length > 0 ? await findKnown(keys) : [])
        for (const name of names.filter((one) => !known.has(one))) {
          await rm(path.join(folder, group.name, name), { force: true })
          gone += 1
        }
      }
      return gone
    },
    withFile: (key, use) => use(place(key)),
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
