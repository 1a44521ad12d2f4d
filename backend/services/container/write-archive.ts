import { type FileHandle, open } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { iconNameOf, LICENSE_FILE, MANIFEST_FILE } from '#lib/contract/file/container.ts'
import { attempt } from '#backend/storage/error.ts'
import { decodeText } from '#backend/text/decode.ts'
import type { OpenArchive } from './archive.ts'
import type { PackedFile } from './list-files.ts'
import type { Manifest } from './manifest.ts'
import type { ArchivePlan } from './plan.ts'
import { MANIFEST_MAX_BYTES, readPackedFile } from './read-packed-file.ts'

/*
 * Writes zip archives from compressed entries, which are copied without inflating them. yazl cannot do
 * that, and its time is quadratic in the number of entries: 13 s of processor time for 4500 icons, 60 s
 * for 10 000. Numbers like 4.3.16 are sections of APPNOTE.TXT 6.3.10.
 */

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8
/** 4.4.3: version 2.0 is needed to extract deflated entries. */
const VERSION = 20
/** 4.4.2: made by version 2.0 with Unix attributes, here of a file that everybody may read. */
const MADE_BY = (3 << 8) | VERSION
const ATTRIBUTES = (0o100644 << 16) >>> 0
/** 4.4.6: 1 January 2026, a constant, so that equal uploads give equal bytes. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1
/** Smallest chunk that zlib writes. */
const CHUNK_MIN = 64
/** Size of the write buffer. */
const CHUNK_BYTES = 1024 * 1024

/** An entry with its compressed data; `size` is the inflated size. */
export type Packed = { path: string; bytes: Buffer; method: number; crc: number; size: number }

/**
 * Writes a standard archive (docs/formats.md) to a new local file: manifest, then the entries; ASCII names,
 * no extra fields and data descriptors. The limits of uploads keep it below 65 535 entries and 4 GB, so
 * that zip64 is not needed.
 * @param entries licence and icons. Each is written before the next one is asked for.
 * @throws StorageError, DomainError `disk_full`.
 */
export async function writeArchive(
  manifest: Manifest,
  entries: Iterable<Packed> | AsyncIterable<Packed>,
  output: string,
): Promise<void> {
  async function* all() {
    yield pack(MANIFEST_FILE, manifestText(manifest))
    yield* entries
  }
  await writeZip(all(), output)
}

/**
 * A manifest as text. One of a pack that would be too large to be read again is written without the labels of its icons, or with their ids
 * as names.
 */
function manifestText(manifest: Manifest): string {
  const text = textOf(manifest)
  if (manifest.format !== 'iconpack' || Buffer.byteLength(text) <= MANIFEST_MAX_BYTES) return text
  const icons = manifest.icons.map((icon) => ({ ...icon, label: undefined }))
  const unlabelled = textOf({ ...manifest, icons })
  if (Buffer.byteLength(unlabelled) <= MANIFEST_MAX_BYTES) return unlabelled
  const byId = icons.map((icon) => ({ ...icon, name: iconNameOf(icon.file) }))
  return textOf({ ...manifest, icons: byId })
}

const textOf = (manifest: Manifest) => `${JSON.stringify(manifest, null, 2)}\n`

/** The same of any entries. */
export async function writeZip(entries: AsyncIterable<Packed>, output: string): Promise<void> {
  const file = await attempt(() => open(output, 'wx', 0o600))
  try {
    const writer = new Writer(file)
    for await (const entry of entries) await writer.add(entry)
    await writer.end()
  } finally {
    await file.close()
  }
}

/** A new entry. */
export function pack(path: string, text: string | Buffer): Packed {
  const content = Buffer.from(text)
  const { length: size } = content
  // Chunks of 16 kB, the default, are kept alive by the few bytes of an icon that are used of each.
  const bytes = deflateRawSync(content, { chunkSize: Math.max(CHUNK_MIN, size) })
  return { path, bytes, method: DEFLATED, crc: crc32(content), size }
}

/** The licence and the icons of a plan, copied from an archive. */
export async function* copyPlanned(
  from: OpenArchive,
  { icons }: ArchivePlan,
  license: PackedFile | undefined,
): AsyncGenerator<Packed> {
  if (license) yield licenseOf(from, license)
  for (const [path, icon] of icons) yield copyOf(from, path, icon)
}

/** A licence in UTF-8. One that is no text in any encoding stays as it is. */
async function licenseOf(from: OpenArchive, license: PackedFile): Promise<Packed> {
  const original = await readPackedFile(from.archive, license)
  const { text, encoding } = await decodeText(original)
  return text === null || encoding === 'UTF-8'
    ? copyOf(from, LICENSE_FILE, license)
    : pack(LICENSE_FILE, text)
}

/** The compressed data of an entry, under another path. */
async function copyOf(
  { dataOffsets, readAt }: OpenArchive,
  path: string,
  { entry }: PackedFile,
): Promise<Packed> {
  const bytes = await readAt(dataOffsets.get(entry) ?? -1, entry.compressedSize)
  const { compressionMethod: method, crc32: crc, uncompressedSize: size } = entry
  return { path, bytes, method, crc, size }
}

class Writer {
  readonly #file: FileHandle
  readonly #directory: Buffer[] = []
  #buffered: Buffer[] = []
  #bufferedBytes = 0
  #offset = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add({ path, bytes, method, crc, size }: Packed): Promise<void> {
    const name = Buffer.from(path, 'ascii')
    // The fields that the local header (4.3.7) and the directory (4.3.12) share.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt16LE(DATE, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    // 4.3.12: further fields of the directory.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(ATTRIBUTES, 6)
    rest.writeUInt32LE(this.#offset, 10)
    const [made, local, central] = [Buffer.alloc(2), Buffer.alloc(4), Buffer.alloc(4)]
    made.writeUInt16LE(MADE_BY)
    local.writeUInt32LE(LOCAL)
    central.writeUInt32LE(CENTRAL)
    this.#directory.push(central, made, common, rest, name)
    await this.#put(local, common, name, bytes)
  }

  async end(): Promise<void> {
    const directory = Buffer.concat(this.#directory)
    const count = this.#directory.length / 5
    // 4.3.16: end of central directory record.
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END, 0)
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    await this.#put(directory, end)
    await this.#flush()
  }

  async #put(...parts: Buffer[]): Promise<void> {
    for (const part of parts) {
      this.#offset += part.length
      this.#bufferedBytes += part.length
      this.#buffered.push(part)
    }
    if (this.#bufferedBytes > CHUNK_BYTES) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#buffered)
    this.#buffered = []
    this.#bufferedBytes = 0
    await attempt(() => this.#file.writeFile(bytes))
  }
}
