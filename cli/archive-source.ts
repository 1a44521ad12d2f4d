import type { ArchiveSource } from '#backend/services/container/archive.ts'
import { readRange, statFile } from '#backend/storage/file.ts'
import type { LocalFile } from './local-file.ts'

/** A local file as the checks of the backend read it. */
export function sourceOf({ path: file, size }: LocalFile) {
  const source: ArchiveSource = {
    size: async () => (await statFile(file))?.size ?? null,
    readBytes: (_key, range) => readRange(file, range),
  }
  return [source, { key: file, size }] as const
}
