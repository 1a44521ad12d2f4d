import { finished } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import {
  type ArchiveSource,
  isUnreadable,
  openArchive,
  type StoredFile,
} from '#backend/services/container/archive.ts'

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
/** Length of a local header without name and extra field. */
const LOCAL_HEADER_BYTES = 30

/**
 * Looks at a stored zip archive entry by entry: names that lead out of it, links, encryption, headers
 * that differ from the directory, entries that overlap, bytes before, between or behind that belong
 * to none, sizes that lie, and what inflates beyond measure.
 * Inflating is most of the work: it runs in a worker process, which is killed at its limit.
 * @returns the fault in a few words, or `null`.
 * @throws Error where the file cannot be read.
 */
export async function checkArchive(
  source: ArchiveSource,
  file: StoredFile,
): Promise<string | null> {
  try {
    await check(source, file)
    return null
  } catch (error) {
    if (error instanceof Fault) return error.message
    if (isUnreadable(error)) throw error
    return wordFor(error)
  }
}

class Fault extends Error {}

async function check(source: ArchiveSource, file: StoredFile): Promise<void> {
  const entries: Entry[] = []
  const archive = await openArchive(source, file)
  if (archive.entryCount > ENTRIES_MAX) throw bad('too many entries')
  for await (const entry of archive.eachEntry()) {
    checkEntry(entry)
    entries.push(entry)
  }
  checkSizes(entries, file.size)
  await checkHeaders(archive, entries, file.size)
  for (const entry of entries) await inflate(archive, entry)
}

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw bad('encrypted')
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) throw bad('a link')
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw bad('an unknown compression')
  }
  const { fileName } = entry
  const isBad = /^\/|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(fileName) || fileName.length > 1000
  if (isBad) throw bad('a name that leads elsewhere')
}

function checkSizes(entries: Entry[], fileSize: number): void {
  const inflated = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const isBomb = inflated > RATIO_FROM_BYTES && inflated > fileSize * RATIO_MAX
  if (inflated > INFLATED_MAX_BYTES || isBomb) throw bad('too large once inflated')
  const names = new Set(entries.map(({ fileName }) => fileName))
  if (names.size !== entries.length) throw bad('a name twice')
}

/** Each local header says what the directory says, and the entries lie one behind the other. */
async function checkHeaders(archive: ZipFile, entries: Entry[], fileSize: number): Promise<void> {
  const sorted = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of sorted) {
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw bad('entries that overlap')
    if (start > end && end === 0) throw bad('something before the archive')
    const header = await archive.readLocalFileHeaderPromise(entry).catch((error: unknown) => {
      throw isUnreadable(error) ? error : bad('a broken header')
    })
    const hasSizes = (header.generalPurposeBitFlag & 8) === 0
    const isSame =
      header.fileName.equals(entry.fileNameRaw) &&
      header.compressionMethod === entry.compressionMethod &&
      (!hasSizes ||
        (header.compressedSize === entry.compressedSize &&
          header.uncompressedSize === entry.uncompressedSize))
    if (!isSame) throw bad('headers that differ')
    end = header.fileDataStart + entry.compressedSize
  }
  if (end > fileSize) throw bad('cut off')
  if (end === 0 && fileSize > LOCAL_HEADER_BYTES) throw bad('nothing in it')
}

/** yauzl ends the stream with an error where it inflates to more or less than the entry says. */
async function inflate(archive: ZipFile, entry: Entry): Promise<void> {
  if (entry.uncompressedSize === 0 && entry.compressedSize === 0) return
  try {
    const stream = await archive.openReadStreamPromise(entry)
    await finished(stream.resume())
  } catch (error) {
    throw isUnreadable(error) ? error : bad('a size that is not true')
  }
}

/** yauzl's own words for names and directories. */
function wordFor(error: unknown): string {
  const said = error instanceof Error ? error.message : ''
  if (/absolute path|invalid relative path|invalid characters/.test(said)) {
    return 'a name that leads elsewhere'
  }
  return /comment|end of central/i.test(said) ? 'something behind the archive' : 'broken'
}

const bad = (what: string) => new Fault(what)
