import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { digestChunks } from '#backend/storage/digest-chunks.ts'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import type { StateManifest } from './manifest.ts'
import type { Reader } from './reader.ts'
import { restoreBackup } from './restore.ts'
import { rowsOf } from './rows.ts'
import type { TargetSite } from './target.ts'

/** In the data folder, while a backup is tried. */
const FOLDER = '.backup-check'

/**
 * Restores a backup into a folder that is removed again, and compares every byte and row. Files are compared without being kept, so that only
 * the database needs space.
 * @throws Error with one sentence that names what is damaged.
 */
export async function checkBackup(
  reader: Reader,
  dataDir: string,
  onProgress: (what: string, done: number) => void,
): Promise<StateManifest> {
  const folder = path.join(dataDir, FOLDER)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const release = await takeLock(`${folder}.lock`, 0)
  try {
    // Of a check that was killed.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const db = await createEmbedded(path.join(folder, 'database'))
    const rows = await rowsOf(db, () => db.close())
    try {
      const target: TargetSite = {
        rows,
        storage: comparingStorage(),
        finish: async () => undefined,
        close: async () => undefined,
      }
      return await restoreBackup({ reader, target, onProgress })
    } finally {
      await rows.close()
    }
  } finally {
    if (existsSync(folder)) await rm(folder, { recursive: true, force: true })
    await release()
  }
}

/** Computes size and hash of what is written, and keeps nothing. */
function comparingStorage(): TargetSite['storage'] {
  let id: string | null = null
  return {
    databaseId: async () => id,
    async setDatabaseId(given) {
      id = given
    },
    async *keys() {},
    async writeStream(_key, bytes) {
      const digest = { hash: createHash('sha256'), size: 0 }
      for await (const chunk of digestChunks(chunksOf(bytes), digest, undefined)) void chunk
      return { size: digest.size, sha256: digest.hash.digest('hex') }
    },
    remove: async () => undefined,
  }
}

async function* chunksOf(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield* bytes
}
