import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#backend/storage/storage.ts'

/** A stored file: its key, and its size in bytes as it was recorded. */
export type StoredFile = { key: string; size: number }

class StorageReader extends RandomAccessReader {
  readonly #storage: Storage
  readonly #key: string

  constructor(storage: Storage, key: string) {
    super()
    this.#storage = storage
    this.#key = key
  }

  /** `end` is not included. */
  override _readStreamForRange(start: number, end: number): Readable {
    if (start === end) return Readable.from([])
    return this.#storage.read(this.#key, { start, end: end - 1 })
  }
}

/**
 * Opens a stored file as a zip archive; only what is asked for is read, never all of it.
 * @throws Error for what is no archive, and for a file that is gone or of another size.
 */
export async function openArchive(storage: Storage, { key, size }: StoredFile): Promise<ZipFile> {
  if ((await storage.size(key)) !== size) throw new Error('the stored file is gone')
  return fromRandomAccessReaderPromise(new StorageReader(storage, key), size)
}
