import type { Entry, LocalFileHeader, ZipFile } from 'yauzl'
import { isReadFailure, type ReadAt } from './archive.ts'
import { entryPath } from './entry-name.ts'
import { ArchiveError, displayName } from './error.ts'

/* Numbers like 4.3.16 are sections of APPNOTE.TXT 6.3.10, the specification of zip. */

/** 4.3.16: end of central directory record, without its comment. */
const END_BYTES = 22
/** 4.3.15: zip64 end of central directory locator, directly before the end record. */
const LOCATOR_BYTES = 20
const LOCATOR = 0x07064b50
/** 4.3.14: zip64 end of central directory record. */
const ZIP64_END = 0x06064b50
const ZIP64_END_BYTES = 56
/** 4.3.9: data descriptor: an optional signature, a checksum, two sizes of 4 or 8 bytes. */
const DESCRIPTOR = 0x08074b50
const DESCRIPTOR_BYTES = [12, 16, 20, 24]
const HAS_DESCRIPTOR = 0x8
/** 4.4.4: encrypted, strong encryption, encrypted directory. */
const ENCRYPTED = 0x1 | 0x40 | 0x2000
const ZIP64 = 0x1
const MAX_32 = 0xffffffff

/**
 * Checks that an archive consists of contiguous entries and the directory, and nothing else: every local
 * header agrees with the directory, and no byte lies outside of them.
 * @param readAt accessed mostly in sequence.
 * @returns the offset of the data of each entry.
 * @throws ArchiveError; StorageError.
 */
export async function checkLayout(
  { archive, entries, readAt }: { archive: ZipFile; entries: Entry[]; readAt: ReadAt },
  fileSize: number,
): Promise<Map<Entry, number>> {
  const dataOffsets = new Map<Entry, number>()
  const directory = await directoryOffset(readAt, fileSize, archive)
  const sorted = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const [index, entry] of sorted.entries()) {
    const values = { entry: displayName(entryPath(entry)) }
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw new ArchiveError('entries_overlap', values)
    if (start > end) throw new ArchiveError(end === 0 ? 'bytes_before' : 'bytes_between', values)
    const header = await readHeader(archive, entry)
    if (!isConsistent(header, entry)) throw new ArchiveError('headers_differ', values)
    dataOffsets.set(entry, header.fileDataStart)
    const dataEnd = header.fileDataStart + entry.compressedSize
    const next = sorted[index + 1]?.relativeOffsetOfLocalHeader ?? directory
    if (next < dataEnd) throw new ArchiveError('entries_overlap', values)
    const gap = next - dataEnd
    if (gap > 0) {
      const isTooLong = gap > Math.max(...DESCRIPTOR_BYTES)
      const bytes = isTooLong ? undefined : await readAt(dataEnd, gap)
      const hasDescriptor = (header.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0
      if (!hasDescriptor || !bytes || !isDescriptor(bytes, entry)) {
        throw new ArchiveError('bytes_between', values)
      }
    }
    end = next
  }
  if (sorted.length === 0 && directory > 0) throw new ArchiveError('bytes_before')
  return dataOffsets
}

/** The offset of the directory, which has to end where its end record begins. */
async function directoryOffset(read: ReadAt, size: number, archive: ZipFile): Promise<number> {
  // The comment was decoded from code page 437, in which every character is one byte.
  const endOffset = size - END_BYTES - archive.comment.length
  const endRecord = await read(endOffset, END_BYTES)
  let [bytes, start] = [endRecord.readUInt32LE(12), endRecord.readUInt32LE(16)]
  let directoryEnd = endOffset
  const locator =
    endOffset >= LOCATOR_BYTES ? await read(endOffset - LOCATOR_BYTES, LOCATOR_BYTES) : undefined
  if (locator?.readUInt32LE(0) === LOCATOR) {
    directoryEnd = Number(locator.readBigUInt64LE(8))
    const record = await read(directoryEnd, ZIP64_END_BYTES)
    if (record.readUInt32LE(0) !== ZIP64_END) throw new ArchiveError('broken')
    bytes = Number(record.readBigUInt64LE(40))
    start = Number(record.readBigUInt64LE(48))
    // 4.3.14.1: the size of the record does not include its first 12 bytes.
    const length = 12 + Number(record.readBigUInt64LE(4))
    if (directoryEnd + length !== endOffset - LOCATOR_BYTES) throw new ArchiveError('bytes_behind')
  }
  if (start + bytes !== directoryEnd) throw new ArchiveError('bytes_behind')
  return start
}

async function readHeader(archive: ZipFile, entry: Entry): Promise<LocalFileHeader> {
  try {
    return await archive.readLocalFileHeaderPromise(entry)
  } catch (error) {
    if (isReadFailure(error)) throw error
    throw new ArchiveError('headers_differ', { entry: displayName(entryPath(entry)) })
  }
}

/** Whether a local header agrees with the entry of the directory. */
function isConsistent(header: LocalFileHeader, entry: Entry): boolean {
  const { generalPurposeBitFlag: flags } = header
  if ((flags & ENCRYPTED) !== 0) {
    throw new ArchiveError('encrypted', { entry: displayName(entryPath(entry)) })
  }
  const hasSameName =
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod
  const [size, compressedSize] = sizesOf(header)
  const hasSameSizes =
    header.crc32 === entry.crc32 &&
    size === entry.uncompressedSize &&
    compressedSize === entry.compressedSize
  // 4.4.4, bit 3: the values follow in a data descriptor; here they are zero, or the same.
  const isDeferred =
    (flags & HAS_DESCRIPTOR) !== 0 &&
    (header.crc32 === 0 || header.crc32 === entry.crc32) &&
    (size === 0 || size === entry.uncompressedSize) &&
    (compressedSize === 0 || compressedSize === entry.compressedSize)
  return hasSameName && (hasSameSizes || isDeferred)
}

/** Inflated and compressed size of a header; zip64 sizes are in its extra field (4.5.3). */
function sizesOf(header: LocalFileHeader): [number, number] {
  const { uncompressedSize, compressedSize, extraField } = header
  const sizes: [number, number] = [uncompressedSize, compressedSize]
  for (let offset = 0; offset + 4 <= extraField.length;) {
    const length = extraField.readUInt16LE(offset + 2)
    if (extraField.readUInt16LE(offset) === ZIP64) {
      let valueOffset = offset + 4
      for (const index of [0, 1] as const) {
        const isPresent = valueOffset + 8 <= Math.min(offset + 4 + length, extraField.length)
        if (sizes[index] !== MAX_32 || !isPresent) continue
        sizes[index] = Number(extraField.readBigUInt64LE(valueOffset))
        valueOffset += 8
      }
    }
    offset += 4 + length
  }
  return sizes
}

/** Whether the bytes after an entry are its data descriptor. */
function isDescriptor(bytes: Buffer, { crc32, compressedSize, uncompressedSize }: Entry): boolean {
  if (!DESCRIPTOR_BYTES.includes(bytes.length)) return false
  const hasSignature = bytes.length % 8 === 0
  if (hasSignature && bytes.readUInt32LE(0) !== DESCRIPTOR) return false
  const values = hasSignature ? bytes.subarray(4) : bytes
  const sizeAt = (index: number) =>
    values.length === 12
      ? values.readUInt32LE(4 + index * 4)
      : Number(values.readBigUInt64LE(4 + index * 8))
  return (
    values.readUInt32LE(0) === crc32 &&
    sizeAt(0) === compressedSize &&
    sizeAt(1) === uncompressedSize
  )
}
