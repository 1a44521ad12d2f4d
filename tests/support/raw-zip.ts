import { crc32, deflateRawSync } from 'node:zlib'

type RawEntry = {
  path: string
  content?: string | Buffer
  /** Stored without compression by default. */
  isDeflated?: boolean
  /** Sizes and checksum in a data descriptor after the bytes, as streaming tools write them. */
  descriptor?: 'signed' | 'unsigned' | 'zip64'
  /** Sizes in a zip64 extra field, as tools write that do not know them in advance. */
  isZip64?: boolean
  /** Whether the name has the UTF-8 flag. */
  isMarked?: boolean
  /** The raw name, for unknown encodings. */
  nameBytes?: Buffer
  /** Padding in an extra field, as written by tools that align entries. */
  extra?: Buffer
  /** The same, in the directory. */
  directoryExtra?: Buffer
  /** Fields of the local header that differ from the central directory. */
  local?: { crc?: number; size?: number; flags?: number }
  /** Unused bytes after the entry. */
  gap?: Buffer
}
type Around = {
  before?: Buffer
  beforeDirectory?: Buffer
  comment?: string
  isZip64?: boolean
  /** The system that the archive says it was made by (APPNOTE.TXT, section 4.4.2.2). */
  host?: number
}

const u16 = (...values: number[]) => Buffer.from(values.flatMap((one) => [one & 255, one >>> 8]))
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32LE(value, at * 4))
  return bytes
}
const u64 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, at) => bytes.writeBigUInt64LE(BigInt(value), at * 8))
  return bytes
}

/** Writes a zip archive (APPNOTE.TXT 6.3.10), with the deviations of real tools or with errors. */
export function rawZip(entries: RawEntry[], around: Around = {}): Buffer {
  const parts: Buffer[] = [around.before ?? Buffer.alloc(0)]
  const directory: Buffer[] = []
  let offset = parts[0]?.length ?? 0
  for (const entry of entries) {
    const { descriptor, isZip64 = false, local = {} } = entry
    const content = Buffer.from(entry.content ?? '')
    const bytes = entry.isDeflated ? deflateRawSync(content) : content
    const [crc, packed, size] = [crc32(content), bytes.length, content.length]
    const name = entry.nameBytes ?? Buffer.from(entry.path)
    const method = entry.isDeflated ? 8 : 0
    const flags = (descriptor ? 8 : 0) | ((entry.isMarked ?? true) ? 0x800 : 0)
    const about = (mark: number[]) => u16(...mark, flags, method, 0, 0)
    const unknown = descriptor !== undefined
    const known = isZip64 ? [0xffffffff, 0xffffffff] : unknown ? [0, 0] : [packed, size]
    const [shownPacked = 0, shownSize = 0] = known
    const sizes64 = isZip64
      ? Buffer.concat([u16(1, 16), u64(unknown ? 0 : size, unknown ? 0 : packed)])
      : Buffer.alloc(0)
    const extra = Buffer.concat([sizes64, entry.extra ?? Buffer.alloc(0)])
    const header = Buffer.concat([
      u32(0x04034b50),
      u16(20, local.flags ?? flags, method, 0, 0),
      u32(local.crc ?? (unknown ? 0 : crc), shownPacked, local.size ?? shownSize),
      u16(name.length, extra.length),
      name,
      extra,
    ])
    const behind = {
      signed: Buffer.concat([u32(0x08074b50, crc, packed, size)]),
      unsigned: u32(crc, packed, size),
      zip64: Buffer.concat([u32(0x08074b50, crc), u64(packed, size)]),
    }
    directory.push(
      u32(0x02014b50),
      about([20 | ((around.host ?? 0) << 8), 20]),
      u32(crc, packed, size),
      u16(name.length, entry.directoryExtra?.length ?? 0, 0, 0, 0),
      u32(0, offset),
      name,
      entry.directoryExtra ?? Buffer.alloc(0),
    )
    const whole = [
      header,
      bytes,
      ...(descriptor ? [behind[descriptor]] : []),
      entry.gap ?? Buffer.alloc(0),
    ]
    parts.push(...whole)
    offset += Buffer.concat(whole).length
  }
  const index = Buffer.concat(directory)
  const start = offset + (around.beforeDirectory?.length ?? 0)
  const count = entries.length
  const comment = Buffer.from(around.comment ?? '')
  const record = Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(45, 45),
    u32(0, 0),
    u64(count, count, index.length, start),
  ])
  const locator = Buffer.concat([u32(0x07064b50, 0), u64(start + index.length), u32(1)])
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0, 0, count, count),
    u32(index.length, start),
    u16(comment.length),
    comment,
  ])
  const large = around.isZip64 ? [record, locator] : []
  return Buffer.concat([...parts, around.beforeDirectory ?? Buffer.alloc(0), index, ...large, end])
}
