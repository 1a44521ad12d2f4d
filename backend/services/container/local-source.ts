import { readRange, statFile } from '#backend/storage/file.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import type { ArchiveSource } from './archive.ts'

/** A local file as an archive is read from. `size` in bytes; another size is an error of the storage. */
export function openLocal({ path, size }: { path: string; size: number }) {
  const source: ArchiveSource = {
    size: async () => (await statFile(path))?.size ?? null,
    readBytes: (_key, range) => readRange(path, range),
  }
  const file: StoredObject = { key: path, size }
  return [source, file] as const
}
