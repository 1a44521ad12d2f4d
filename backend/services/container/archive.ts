import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { NameReading } from '#lib/contract/file/name-encoding.ts'
import { ObjectMissingError, StorageError } from '#backend/storage/error.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'

/** What an archive is read from: the storage, or a local file in a worker process. */
export type ArchiveSource = Pick<Storage, 'readBytes' | 'size'>

/** An archive, its entries, the offset of the data of each entry, and its bytes by random access and in sequence. */
export type OpenArchive = {
  archive: ZipFile
  entries: Entry[]
  /** Ways to read its names, where it is not certain in which encoding they are (`decodeNames`). */
  readings: NameReading[]
  dataOffsets: Map<Entry, number>
  readAt: ReadAt
  readAhead: ReadAt
}

/** Headers of neighbouring entries are close together: one read serves thousands of them. */
const BLOCK_BYTES = 256 * 1024

/** Reads `length` bytes at an offset. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer<ArrayBuffer>>

/**
 * Reads in blocks and keeps the last one: sequential access costs few reads.
 * @throws Error for a range outside of the file, as a malformed archive may name it; StorageError.
 */
export function createBlockReader(
  source: ArchiveSource,
  file: StoredObject,
  blockBytes = BLOCK_BYTES,
): ReadAt {
  let block = { offset: 0, bytes: Buffer.alloc(0) }
  return async (offset, length) => {
    if (length === 0) return Buffer.alloc(0)
    const start = offset - block.offset
    if (start >= 0 && start + length <= block.bytes.length) {
      return block.bytes.subarray(start, start + length)
    }
    if (offset < 0 || offset + length > file.size) throw new Error('range outside of the file')
    const end = Math.min(offset + Math.max(length, blockBytes), file.size)
    const bytes = await source.readBytes(file.key, { start: offset, end: end - 1 })
    block = { offset, bytes }
    return bytes.subarray(0, length)
  }
}

class SourceReader extends RandomAccessReader {
  readonly #readAt: ReadAt

  constructor(source: ArchiveSource, file: StoredObject) {
    super()
    this.#readAt = createBlockReader(source, file)
  }

  /** `end` is exclusive. */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readBlocks(this.#readAt, start, end), { objectMode: false })
  }

  override read(
    target: Buffer,
    targetOffset: number,
    length: number,
    offset: number,
    callback: (error: Error | null) => void,
  ): void {
    const copy = async () => {
      const bytes = await this.#readAt(offset, length)
      bytes.copy(target, targetOffset)
    }
    callbackify(copy)(callback)
  }
}

async function* readBlocks(readAt: ReadAt, start: number, end: number) {
  for (let offset = start; offset < end; offset += BLOCK_BYTES) {
    yield await readAt(offset, Math.min(BLOCK_BYTES, end - offset))
  }
}

/**
 * Opens a stored file as a zip archive. Only the ranges that are used are read.
 * @throws Error if it is not an archive; StorageError if the file is missing, has another size than
 * recorded, or cannot be read.
 */
export async function openArchive(source: ArchiveSource, file: StoredObject): Promise<ZipFile> {
  if ((await source.size(file.key)) !== file.size) {
    throw new ObjectMissingError(new Error('the stored file has another size than recorded'))
  }
  // Nothing to close: every read opens the source by itself.
  return fromRandomAccessReaderPromise(new SourceReader(source, file), file.size, {
    autoClose: false,
  })
}

/** Whether the archive could not be read, which is not the fault of its contents. */
export const isReadFailure = (error: unknown) => error instanceof StorageError
