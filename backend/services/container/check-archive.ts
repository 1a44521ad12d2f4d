import { crc32, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Entry } from 'yauzl'
import type { FileErrorCode } from '#lib/contract/file/file-issue.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import {
  type ArchiveSource,
  createBlockReader,
  isReadFailure,
  type OpenArchive,
  openArchive,
} from './archive.ts'
import { checkLayout } from './check-layout.ts'
import { decodeNames, entryPath } from './entry-name.ts'
import { ArchiveError, displayName } from './error.ts'

const ENTRIES_MAX = 20_000
/** Largest size of all entries of an archive, inflated, in bytes. */
export const INFLATED_MAX_BYTES = 512 * 1024 * 1024
/** Inflated size relative to the size of the archive. */
const RATIO_MAX = 50
/** The ratio is not checked below this size, since text compresses well. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024

const SYMLINK = 0xa000
const FILE_TYPE = 0xf000
const STORED = 0
const DEFLATED = 8
const PATH_MAX = 1000
/** Larger entries are inflated as a stream. */
const SMALL_BYTES = 1024 * 1024
/** Flags for strong encryption and an encrypted directory; yauzl only checks bit 0. */
const ENCRYPTED = 0x40 | 0x2000

/**
 * Validates an uploaded zip archive entry by entry: its directory, and the data of each entry.
 * @throws ArchiveError; StorageError if the file cannot be read.
 */
export async function checkArchive(
  source: ArchiveSource,
  file: StoredObject,
): Promise<OpenArchive> {
  const opened = await checkDirectory(source, file)
  await checkContents(opened)
  return opened
}

/**
 * Opens a zip archive and validates all but the data of its entries. Rejects path traversal, links, encryption, headers that
 * differ from the directory, overlapping entries, bytes outside of entries, and sizes of zip bombs. Nothing is inflated.
 * @param encoding of names that do not say theirs; by default it is detected.
 * @throws ArchiveError; StorageError if the file cannot be read.
 */
export async function checkDirectory(
  source: ArchiveSource,
  file: StoredObject,
  encoding?: NameEncoding,
): Promise<OpenArchive> {
  try {
    const archive = await openArchive(source, file)
    if (archive.entryCount > ENTRIES_MAX) {
      throw new ArchiveError('too_many_entries', { count: archive.entryCount, limit: ENTRIES_MAX })
    }
    const entries: Entry[] = []
    for await (const entry of archive.eachEntry()) entries.push(entry)
    checkNames(entries)
    const readings = await decodeNames(entries, encoding)
    for (const entry of entries) checkEntry(entry)
    checkSizes(entries, file.size)
    const readAhead = createBlockReader(source, file)
    const dataOffsets = await checkLayout({ archive, entries, readAt: readAhead }, file.size)
    // Entries are copied in another order than they are stored in: reading ahead would not help.
    const readAt = createBlockReader(source, file, 0)
    return { archive, entries, readings, dataOffsets, readAhead, readAt }
  } catch (error) {
    if (error instanceof ArchiveError || isReadFailure(error)) throw error
    throw new ArchiveError(codeForYauzl(error))
  }
}

/**
 * Inflates each entry and compares its size and checksum with the directory. It is most of the work: run it in a worker process with
 * limits.
 * @throws ArchiveError `compression` for a method that is not supported, `data`; StorageError.
 */
export async function checkContents({ archive, entries, dataOffsets, readAhead }: OpenArchive) {
  for (const entry of entries) {
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw new ArchiveError('compression', { entry: displayName(entryPath(entry)) })
    }
    await checkData({ archive, dataOffsets, readAt: readAhead }, entry)
  }
}

/** Before the names are decoded: a character has four bytes at most. */
function checkNames(entries: Entry[]): void {
  const long = entries.find(({ fileNameLength }) => fileNameLength > 4 * PATH_MAX)
  if (long) throw new ArchiveError('path', { entry: displayName(long.fileName) })
}

function checkEntry(entry: Entry): void {
  const path = entryPath(entry)
  const values = { entry: displayName(path) }
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & ENCRYPTED) !== 0) {
    throw new ArchiveError('encrypted', values)
  }
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) {
    throw new ArchiveError('link', values)
  }
  const isTraversal = /^\/|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(path)
  if (isTraversal || path.length > PATH_MAX) throw new ArchiveError('path', values)
}

function checkSizes(entries: Entry[], fileSize: number): void {
  const inflated = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (inflated > INFLATED_MAX_BYTES) {
    throw new ArchiveError('too_large', { count: inflated, limit: INFLATED_MAX_BYTES })
  }
  if (inflated > RATIO_FROM_BYTES && inflated > fileSize * RATIO_MAX) {
    throw new ArchiveError('too_compressed')
  }
  const paths = new Set<string>()
  for (const entry of entries) {
    const path = entryPath(entry)
    if (paths.has(path)) throw new ArchiveError('name_twice', { entry: displayName(path) })
    paths.add(path)
  }
}

type Reading = Pick<OpenArchive, 'archive' | 'dataOffsets' | 'readAt'>

/** Inflates an entry and compares its size and checksum with the directory. */
async function checkData(reading: Reading, entry: Entry): Promise<void> {
  let checksum: number | undefined
  try {
    const isSmall = Math.max(entry.uncompressedSize, entry.compressedSize) <= SMALL_BYTES
    checksum = await (isSmall ? checksumAtOnce(reading, entry) : checksumOfStream(reading, entry))
  } catch (error) {
    if (isReadFailure(error)) throw error
  }
  if (checksum !== entry.crc32) {
    throw new ArchiveError('data', { entry: displayName(entryPath(entry)) })
  }
}

/** For thousands of small entries this costs a tenth of what a stream for each of them does. */
async function checksumAtOnce(
  { dataOffsets, readAt }: Reading,
  entry: Entry,
): Promise<number | undefined> {
  const { compressedSize, uncompressedSize: size } = entry
  const compressed = await readAt(dataOffsets.get(entry) ?? -1, compressedSize)
  const isDeflated = entry.compressionMethod === DEFLATED && compressedSize > 0
  const bytes = isDeflated ? inflateRawSync(compressed, { maxOutputLength: size + 1 }) : compressed
  return bytes.length === size ? crc32(bytes) : undefined
}

const chunkSchema = z.instanceof(Uint8Array)

/** yauzl fails the stream if it inflates to another size than the entry states. */
async function checksumOfStream({ archive }: Reading, entry: Entry): Promise<number> {
  let checksum = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    checksum = crc32(chunkSchema.parse(chunk), checksum)
  }
  return checksum
}

/** yauzl has no error codes, only messages. */
function codeForYauzl(error: unknown): FileErrorCode {
  const message = error instanceof Error ? error.message : ''
  if (/absolute path|invalid relative path|invalid characters/.test(message)) return 'path'
  if (/strong encryption/.test(message)) return 'encrypted'
  if (/comment length/i.test(message)) return 'bytes_behind'
  return 'broken'
}
