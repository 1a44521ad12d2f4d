import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { UNFINISHED, writeWhole } from '#backend/storage/whole-file.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { type Depot, DepotBusyError } from './depot.ts'
import { freeBytes } from './room.ts'

const LOCK = '.lock'
/** Of a batch of names. */
const BATCH = 1000

/** Backups in a folder. Each file is written whole and never changed, so that a copy by rsync takes only what is new. */
export function openFolder(target: string): Depot {
  const folder = path.resolve(target)
  const fileOf = (name: string) => path.join(folder, ...name.split('/'))
  async function* filesIn(part: string): AsyncGenerator<string> {
    const isRoot = part === 'root'
    const place = isRoot ? folder : fileOf(part)
    const entries = await readdir(place, { recursive: !isRoot, withFileTypes: true }).catch(
      () => [],
    )
    for (const entry of entries) {
      if (entry.isDirectory()) {
        if (isRoot) yield entry.name
        continue
      }
      yield path.relative(folder, path.join(entry.parentPath, entry.name))
    }
  }
  return {
    kind: 'folder',
    place: folder,
    atOnce: 8,
    freeBytes: () => freeBytes(folder),
    async *list(part) {
      let batch: [string, number][] = []
      for await (const file of filesIn(part)) {
        // Those of something else are seen, too.
        if (part !== 'root' && file.endsWith(UNFINISHED)) continue
        const size = await sizeOf(path.join(folder, file))
        if (size === null) continue
        batch.push([file.split(path.sep).join('/'), size])
        if (batch.length < BATCH) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    read: (name) => createReadStream(fileOf(name)),
    write: (name, bytes) => writeWhole(fileOf(name), bytes),
    async remove(name) {
      const file = fileOf(name)
      await rm(file, { force: true })
      // The last file of a state takes its folder with it.
      if (path.dirname(file) !== folder) await rmdir(path.dirname(file)).catch(() => undefined)
    },
    async removeUnfinished() {
      for (const part of ['root', 'files', 'tables']) {
        for await (const file of filesIn(part)) {
          if (file.endsWith(UNFINISHED)) await rm(path.join(folder, file), { force: true })
        }
      }
    },
    async lock() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const release = await takeLock(path.join(folder, LOCK), 0).catch((error: unknown) => {
        const isTaken = error instanceof Error && error.message.startsWith('Another process')
        throw isTaken
          ? new DepotBusyError(`Another backup is written to ${folder}; try again later.`)
          : error
      })
      return { check: async () => undefined, release }
    },
  }
}

async function sizeOf(file: string): Promise<number | null> {
  const info = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return info && info.size
}
