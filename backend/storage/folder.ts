import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { createFolderTrash } from './folder-trash.ts'
import { isMissing, listFolder, listKeys, placeOf } from './folder-keys.ts'
import { type Storage, TooLarge } from './storage.ts'
import { UNFINISHED, writeWhole } from './whole-file.ts'

/** No key begins with a dot. */
const DATABASE_ID = '.database-id'

/**
 * Keeps objects as files of a folder, spread over subfolders by the first two characters of the key.
 * @throws Error for a key that is not a plain name.
 */
export function createFolderStorage(folder: string): Storage {
  const place = (key: string) => placeOf(folder, key)
  return {
    write: (key, bytes) => writeWhole(place(key), (file) => file.writeFile(bytes)),
    async writeStream(key, bytes, { maxBytes, signal }) {
      const hash = createHash('sha256')
      let size = 0
      await writeWhole(place(key), async (file) => {
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
    size: async (key) => (await factsOf(place(key)))?.size ?? null,
    writtenAt: async (key) => (await factsOf(place(key)))?.mtime ?? null,
    remove: (key) => rm(place(key), { force: true }),
    read: (key, range) => createReadStream(place(key), range),
    keys: () => listKeys(folder),
    async removeUnfinished(before) {
      let removed = 0
      for (const group of ['.', ...(await listFolder(folder))]) {
        const names = await listFolder(path.join(folder, group))
        for (const name of names.filter((one) => one.endsWith(UNFINISHED))) {
          const file = path.join(folder, group, name)
          const facts = await factsOf(file)
          if (!facts?.isFile() || facts.mtime >= before) continue
          await rm(file, { force: true })
          removed += 1
        }
      }
      return removed
    },
    withFile: (key, use) => use(place(key)),
    async databaseId() {
      try {
        const text = (await readFile(path.join(folder, DATABASE_ID), 'utf8')).trim()
        return /^[\w-]{1,100}$/.test(text) ? text : 'unreadable'
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    setDatabaseId: (id) =>
      writeWhole(path.join(folder, DATABASE_ID), (file) => file.writeFile(`${id}\n`)),
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    trash: createFolderTrash(folder),
  }
}

async function factsOf(file: string) {
  try {
    return await stat(file)
  } catch {
    return null
  }
}
