import { createHash } from 'node:crypto'
import { readFile, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { boundChunks } from '#lib/limits/read-bounded.ts'
import { digestChunks } from './digest-chunks.ts'
import { attempt, ObjectMissingError } from './error.ts'
import { openRange, readRange, statFile } from './file.ts'
import { listFolder, listKeys, pathOfKey } from './folder-keys.ts'
import { createFolderTrash } from './folder-trash.ts'
import type { Storage } from './storage.ts'
import { UNFINISHED, writeWhole } from './whole-file.ts'

/** Not a valid key, since it begins with a dot. */
const DATABASE_ID = '.database-id'

/** Stores objects as files of a folder, in subfolders named after the first two characters of the key. */
export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => pathOfKey(folder, key)
  return {
    write: (key, bytes) => writeWhole(pathOf(key), [bytes]),
    async writeStream(key, bytes, { maxBytes, signal }) {
      const digest = { hash: createHash('sha256'), size: 0 }
      await writeWhole(pathOf(key), digestChunks(boundChunks(bytes, maxBytes), digest, signal))
      return { size: digest.size, sha256: digest.hash.digest('hex') }
    },
    size: async (key) => (await statFile(pathOf(key)))?.size ?? null,
    writtenAt: async (key) => (await statFile(pathOf(key)))?.mtime ?? null,
    remove: (key) => attempt(() => rm(pathOf(key), { force: true })),
    read: (key, range) => openRange(pathOf(key), range),
    readBytes: (key, range) => readRange(pathOf(key), range),
    withFile: (key, use) => use(pathOf(key)),
    keys: () => listKeys(folder),
    removeUnfinished: (before) => removeUnfinished(folder, before),
    async databaseId() {
      try {
        const id = await attempt(() => readFile(path.join(folder, DATABASE_ID), 'utf8'))
        return /^[\w-]{1,100}$/.test(id.trim()) ? id.trim() : 'unreadable'
      } catch (error) {
        if (error instanceof ObjectMissingError) return null
        throw error
      }
    },
    setDatabaseId: (id) => writeWhole(path.join(folder, DATABASE_ID), [Buffer.from(`${id}\n`)]),
    async freeBytes() {
      const { bavail, bsize } = await attempt(() => statfs(folder))
      return bavail * bsize
    },
    trash: createFolderTrash(folder),
  }
}

async function removeUnfinished(folder: string, before: Date): Promise<number> {
  let removed = 0
  for (const group of ['.', ...(await listFolder(folder))]) {
    const names = await listFolder(path.join(folder, group))
    for (const name of names) {
      if (!name.endsWith(UNFINISHED)) continue
      const file = path.join(folder, group, name)
      const info = await statFile(file)
      if (!info?.isFile() || info.mtime >= before) continue
      await attempt(() => rm(file, { force: true }))
      removed += 1
    }
  }
  return removed
}
