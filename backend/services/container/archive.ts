import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#backend/storage/storage.ts'

/** Where an archive is read from: the storage, or in a worker process a file. */
export type ArchiveSource = Pick<Storage, 'read' | 'size'>

/** A stored file: its key, and its size in bytes as it was recorded. */
export type StoredFile = { key: string; size: number }

/** An archive and all its entries. */
export type OpenArchive = { archive: ZipFile; entries: Entry[] }

/** Directories and headers are read in pieces of this size: thousands of them lie close together. */
const PIECE_BYTES = 256 * 1024

class StorageReader extends RandomAccessReader {
  readonly #storage: ArchiveSource
  readonly #file: StoredFile
  #piece = { start: 0, bytes: Buffer.alloc(0) }

  constructor(storage: ArchiveSource, file: StoredFile) {
    super()
    this.#storage = storage
    this.#file = file
  }

  /** `end` is not included. */
  override _readStreamForRange(start: number, end: number): Readable {
    if (start === end) return Readable.from([])
    return this.#storage.read(this.#file.key, { start, end: end - 1 })
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copy = async () => {
      const bytes = await this.#fetch(position, length)
      bytes.copy(target, offset)
    }
    callbackify(copy)(callback)
  }

  async #fetch(position: number, length: number): Promise<Buffer> {
    const from = position - this.#piece.start
    if (from >= 0 && from + length <= this.#piece.bytes.length) {
      return this.#piece.bytes.subarray(from, from + length)
    }
    const end = Math.min(position + Math.max(length, PIECE_BYTES), this.#file.size)
    const bytes = await buffer(
      this.#storage.read(this.#file.key, { start: position, end: end - 1 }),
    )
    this.#piece = { start: position, bytes }
    if (bytes.length < length) {
      // An archive may name places behind its end; a file may also be shorter than it was.
      const isLie = position + length > this.#file.size
      throw isLie ? new Error('a place behind the end') : new Unreadable('the file ends early')
    }
    return bytes.subarray(0, length)
  }
}

/**
 * Opens a stored file as a zip archive; only what is asked for is read, never all of it.
 * @throws Error for what is no archive, and for a file that is gone or of another size.
 */
export async function openArchive(storage: ArchiveSource, file: StoredFile): Promise<ZipFile> {
  if ((await storage.size(file.key)) !== file.size) throw new Unreadable('the stored file is gone')
  // There is nothing to close: each range is a stream of its own.
  const reader = new StorageReader(storage, file)
  return fromRandomAccessReaderPromise(reader, file.size, { autoClose: false })
}

class Unreadable extends Error {}

/** Whether a file could not be read, which says nothing about the archive in it. */
export const isUnreadable = (error: unknown) =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error)
