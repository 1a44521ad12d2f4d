import { crc32, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Entry } from 'yauzl'
import type { FileFaultCode } from '#lib/contract/file-note.ts'
import {
  type ArchiveSource,
  isUnreadable,
  type OpenArchive,
  openArchive,
  pieceReader,
  type StoredFile,
} from '#backend/services/container/archive.ts'
import { entryPath } from '#backend/services/container/entry-name.ts'
import { ArchiveFault, shownName } from '#backend/services/container/fault.ts'
import { checkLayout } from './archive-layout.ts'

/** What an archive may hold: entries, bytes once inflated, and how often its own size. */
const ENTRIES_MAX = 20_000
const INFLATED_MAX_BYTES = 512 * 1024 * 1024
const RATIO_MAX = 50
/** Below this no ratio is suspicious: text compresses well. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024

const SYMLINK = 0xa000
const FILE_TYPE = 0xf000
const STORED = 0
const DEFLATED = 8
const PATH_MAX = 1000
/** What is larger is inflated as a stream. */
const SMALL_BYTES = 1024 * 1024
/** Strong encryption and an encrypted directory; yauzl knows bit 0 alone. */
const ENCRYPTED = 0x40 | 0x2000

/**
 * Looks at a stored zip archive entry by entry: names that lead out of it, links, encryption, headers
 * that differ from the directory, entries that overlap, bytes that belong to none, sizes and checksums
 * that lie, and what inflates beyond measure.
 * Inflating is most of the work: it runs in a worker process, which is killed at its limit.
 * @returns the archive and its entries.
 * @throws ArchiveFault; Error where the file cannot be read.
 */
export async function checkArchive(source: ArchiveSource, file: StoredFile): Promise<OpenArchive> {
  try {
    const archive = await openArchive(source, file)
    if (archive.entryCount > ENTRIES_MAX) {
      throw new ArchiveFault('too_many_entries', { count: archive.entryCount, limit: ENTRIES_MAX })
    }
    const entries: Entry[] = []
    for await (const entry of archive.eachEntry()) {
      checkEntry(entry)
      entries.push(entry)
    }
    checkSizes(entries, file.size)
    const readAt = pieceReader(source, file)
    const starts = await checkLayout({ archive, entries, readAt }, file.size)
    for (const entry of entries) await checkData({ archive, starts, readAt }, entry)
    // Copied in another order than they lie in.
    return { archive, entries, starts, readAt: pieceReader(source, file, 0) }
  } catch (error) {
    if (error instanceof ArchiveFault || isUnreadable(error)) throw error
    throw new ArchiveFault(codeFor(error))
  }
}

function checkEntry(entry: Entry): void {
  const path = entryPath(entry)
  const named = { entry: shownName(path) }
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & ENCRYPTED) !== 0) {
    throw new ArchiveFault('encrypted', named)
  }
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) {
    throw new ArchiveFault('link', named)
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new ArchiveFault('compression', named)
  }
  const leadsOut = /^\/|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(path)
  if (leadsOut || path.length > PATH_MAX) throw new ArchiveFault('path', named)
}

function checkSizes(entries: Entry[], fileSize: number): void {
  const inflated = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (inflated > INFLATED_MAX_BYTES) {
    throw new ArchiveFault('too_large', { count: inflated, limit: INFLATED_MAX_BYTES })
  }
  if (inflated > RATIO_FROM_BYTES && inflated > fileSize * RATIO_MAX) {
    throw new ArchiveFault('too_compressed')
  }
  const names = new Set<string>()
  for (const entry of entries) {
    const path = entryPath(entry)
    if (names.has(path)) throw new ArchiveFault('name_twice', { entry: shownName(path) })
    names.add(path)
  }
}

type Reading = Pick<OpenArchive, 'archive' | 'starts' | 'readAt'>

/** Inflates an entry once; its size and checksum have to be true. */
async function checkData(reading: Reading, entry: Entry): Promise<void> {
  let sum: number | undefined
  try {
    const isSmall = Math.max(entry.uncompressedSize, entry.compressedSize) <= SMALL_BYTES
    sum = await (isSmall ? sumAtOnce(reading, entry) : sumOfStream(reading, entry))
  } catch (error) {
    if (isUnreadable(error)) throw error
  }
  if (sum !== entry.crc32) throw new ArchiveFault('data', { entry: shownName(entryPath(entry)) })
}

/** Thousands of small entries cost a tenth of what streams for each of them do. */
async function sumAtOnce({ starts, readAt }: Reading, entry: Entry): Promise<number | undefined> {
  const { compressedSize, uncompressedSize: size } = entry
  const packed = await readAt(starts.get(entry) ?? -1, compressedSize)
  const isPacked = entry.compressionMethod === DEFLATED && compressedSize > 0
  const bytes = isPacked ? inflateRawSync(packed, { maxOutputLength: size + 1 }) : packed
  return bytes.length === size ? crc32(bytes) : undefined
}

const chunkSchema = z.instanceof(Uint8Array)

/** yauzl ends the stream with an error where it inflates to more or less than the entry says. */
async function sumOfStream({ archive }: Reading, entry: Entry): Promise<number> {
  let sum = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    sum = crc32(chunkSchema.parse(chunk), sum)
  }
  return sum
}

/** yauzl's own words for names and directories. */
function codeFor(error: unknown): FileFaultCode {
  const said = error instanceof Error ? error.message : ''
  if (/absolute path|invalid relative path|invalid characters/.test(said)) return 'path'
  if (/strong encryption/.test(said)) return 'encrypted'
  if (/comment length/i.test(said)) return 'bytes_behind'
  return 'broken'
}
