import type { Entry, LocalFileHeader, ZipFile } from 'yauzl'
import { isUnreadable, type ReadAt } from '#backend/services/container/archive.ts'
import { entryPath } from '#backend/services/container/entry-name.ts'
import { ArchiveFault, shownName } from '#backend/services/container/fault.ts'

/* Section numbers are those of APPNOTE.TXT 6.3.10. */

/** 4.3.16: the end of central directory record without its comment. */
const END_BYTES = 22
/** 4.3.15, which stands in front of it in zip64 archives. */
const LOCATOR_BYTES = 20
const LOCATOR = 0x07064b50
/** 4.3.14 */
const ZIP64_END = 0x06064b50
const ZIP64_END_BYTES = 56
/** 4.3.9: signature (often left out), checksum, and two sizes of four or eight bytes. */
const DESCRIPTOR = 0x08074b50
const DESCRIPTOR_BYTES = [12, 16, 20, 24]
const HAS_DESCRIPTOR = 0x8
/** 4.4.4: encrypted, strong encryption, encrypted directory. */
const ENCRYPTED = 0x1 | 0x40 | 0x2000
const ZIP64 = 0x1
const MAX_32 = 0xffffffff

/**
 * Makes sure that the archive is entries, one behind the other, and the directory, and nothing else:
 * what stands in front of each entry says what the directory says, and no byte belongs to none.
 * @param readAt mostly asked from front to back.
 * @returns where the bytes of each entry begin.
 */
export async function checkLayout(
  { archive, entries, readAt }: { archive: ZipFile; entries: Entry[]; readAt: ReadAt },
  fileSize: number,
): Promise<Map<Entry, number>> {
  const starts = new Map<Entry, number>()
  const directory = await directoryStart(readAt, fileSize, archive)
  const sorted = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const [at, entry] of sorted.entries()) {
    const named = { entry: shownName(entryPath(entry)) }
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw new ArchiveFault('entries_overlap', named)
    if (start > end) throw new ArchiveFault(end === 0 ? 'bytes_before' : 'bytes_between', named)
    const header = await readHeader(archive, entry)
    if (!isSame(header, entry)) throw new ArchiveFault('headers_differ', named)
    starts.set(entry, header.fileDataStart)
    const dataEnd = header.fileDataStart + entry.compressedSize
    const next = sorted[at + 1]?.relativeOffsetOfLocalHeader ?? directory
    if (next < dataEnd) throw new ArchiveFault('entries_overlap', named)
    const gap = next - dataEnd
    if (gap > 0) {
      const isLong = gap > Math.max(...DESCRIPTOR_BYTES)
      const bytes = isLong ? undefined : await readAt(dataEnd, gap)
      const hasOne = (header.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0
      if (!hasOne || !bytes || !describes(bytes, entry)) {
        throw new ArchiveFault('bytes_between', named)
      }
    }
    end = next
  }
  if (sorted.length === 0 && directory > 0) throw new ArchiveFault('bytes_before')
  return starts
}

/** Where the directory begins; it ends where its end record says, with nothing in between. */
async function directoryStart(read: ReadAt, size: number, archive: ZipFile): Promise<number> {
  // The comment is decoded from code page 437: as many characters as bytes.
  const at = size - END_BYTES - archive.comment.length
  const end = await read(at, END_BYTES)
  let [bytes, start] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  let next = at
  const locator = at >= LOCATOR_BYTES ? await read(at - LOCATOR_BYTES, LOCATOR_BYTES) : undefined
  if (locator?.readUInt32LE(0) === LOCATOR) {
    next = Number(locator.readBigUInt64LE(8))
    const record = await read(next, ZIP64_END_BYTES)
    if (record.readUInt32LE(0) !== ZIP64_END) throw new ArchiveFault('broken')
    bytes = Number(record.readBigUInt64LE(40))
    start = Number(record.readBigUInt64LE(48))
    // 4.3.14.1: the record's size without its first twelve bytes.
    const length = 12 + Number(record.readBigUInt64LE(4))
    if (next + length !== at - LOCATOR_BYTES) throw new ArchiveFault('bytes_behind')
  }
  if (start + bytes !== next) throw new ArchiveFault('bytes_behind')
  return start
}

async function readHeader(archive: ZipFile, entry: Entry): Promise<LocalFileHeader> {
  try {
    return await archive.readLocalFileHeaderPromise(entry)
  } catch (error) {
    if (isUnreadable(error)) throw error
    throw new ArchiveFault('headers_differ', { entry: shownName(entryPath(entry)) })
  }
}

function isSame(header: LocalFileHeader, entry: Entry): boolean {
  const { generalPurposeBitFlag: flags } = header
  if ((flags & ENCRYPTED) !== 0) {
    throw new ArchiveFault('encrypted', { entry: shownName(entryPath(entry)) })
  }
  const isNamed =
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod
  const [size, packed] = sizesOf(header)
  const isSized =
    header.crc32 === entry.crc32 &&
    size === entry.uncompressedSize &&
    packed === entry.compressedSize
  // 4.4.4, bit 3: sizes and checksum are zero, or already known and the same.
  const isLater =
    (flags & HAS_DESCRIPTOR) !== 0 &&
    (header.crc32 === 0 || header.crc32 === entry.crc32) &&
    (size === 0 || size === entry.uncompressedSize) &&
    (packed === 0 || packed === entry.compressedSize)
  return isNamed && (isSized || isLater)
}

/** Sizes of a header; those of zip64 stand in its extra field (4.5.3). */
function sizesOf(header: LocalFileHeader): [number, number] {
  const { uncompressedSize, compressedSize, extraField } = header
  const sizes: [number, number] = [uncompressedSize, compressedSize]
  for (let at = 0; at + 4 <= extraField.length;) {
    const length = extraField.readUInt16LE(at + 2)
    if (extraField.readUInt16LE(at) === ZIP64) {
      let place = at + 4
      for (const index of [0, 1] as const) {
        const isThere = place + 8 <= Math.min(at + 4 + length, extraField.length)
        if (sizes[index] !== MAX_32 || !isThere) continue
        sizes[index] = Number(extraField.readBigUInt64LE(place))
        place += 8
      }
    }
    at += 4 + length
  }
  return sizes
}

/** Whether bytes behind an entry are its data descriptor. */
function describes(bytes: Buffer, { crc32, compressedSize, uncompressedSize }: Entry): boolean {
  if (!DESCRIPTOR_BYTES.includes(bytes.length)) return false
  const isMarked = bytes.length % 8 === 0
  if (isMarked && bytes.readUInt32LE(0) !== DESCRIPTOR) return false
  const rest = isMarked ? bytes.subarray(4) : bytes
  const size = (at: number) =>
    rest.length === 12 ? rest.readUInt32LE(4 + at * 4) : Number(rest.readBigUInt64LE(4 + at * 8))
  return (
    rest.readUInt32LE(0) === crc32 && size(0) === compressedSize && size(1) === uncompressedSize
  )
}
