import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#backend/storage/storage.ts'

/** Where an archive is read from: the storage, or in a worker process a file. */
export type ArchiveSource = Pick<Storage, 'read' | 'size'>

/** A stored file: its key, and its size in bytes as it was recorded. */
export type StoredFile = { key: string; size: number }

/** An archive and all its entries, where the bytes of each begin, and a reader for any place. */
export type OpenArchive = {
  archive: ZipFile
  entries: Entry[]
  starts: Map<Entry, number>
  readAt: ReadAt
}

/** Directories and headers are read in pieces of this size: thousands of them lie close together. */
const PIECE_BYTES = 256 * 1024

/** Reads a stored file at any place. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>

/**
 * Reads in pieces, of which the last is kept: what is read from front to back costs few reads.
 * @throws Error for a place behind the end, as an archive may name it; Unreadable for a file that is
 * shorter than it was.
 */
export function pieceReader(
  storage: ArchiveSource,
  file: StoredFile,
  pieceBytes = PIECE_BYTES,
): ReadAt {
  let piece = { start: 0, bytes: Buffer.alloc(0) }
  return async (position, length) => {
    if (length === 0) return Buffer.alloc(0)
    const from = position - piece.start
    if (from >= 0 && from + length <= piece.bytes.length) {
      return piece.bytes.subarray(from, from + length)
    }
    if (position < 0 || position + length > file.size) throw new Error('a place behind the end')
    const end = Math.min(position + Math.max(length, pieceBytes), file.size)
    const bytes = await buffer(storage.read(file.key, { start: position, end: end - 1 }))
    if (bytes.length < length) throw new Unreadable('the file ends early')
    piece = { start: position, bytes }
    return bytes.subarray(0, length)
  }
}

class StorageReader extends RandomAccessReader {
  readonly #storage: ArchiveSource
  readonly #file: StoredFile
  readonly #readAt: ReadAt

  constructor(storage: ArchiveSource, file: StoredFile) {
    super()
    this.#storage = storage
    this.#file = file
    this.#readAt = pieceReader(storage, file)
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
      const bytes = await this.#readAt(position, length)
      bytes.copy(target, offset)
    }
    callbackify(copy)(callback)
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
