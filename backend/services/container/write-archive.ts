import { type FileHandle, open } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { LICENSE_FILE, MANIFEST_FILE } from '#lib/contract/container.ts'
import type { OpenArchive } from './archive.ts'
import type { PackedFile } from './files-of.ts'
import type { Plan } from './plan.ts'

/*
 * Writes zip archives out of entries that are packed already: their bytes are copied, not inflated and
 * packed again (yazl cannot do that, and looks through all of its entries for each of them: 13 s of
 * processor for 4500 icons, 60 s for 10 000). Section numbers are those of APPNOTE.TXT 6.3.10.
 */

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8
/** 4.4.3: version 2.0, which unpacks what is deflated. */
const VERSION = 20
/** 4.4.2: made by version 2.0, the attributes being those of Unix: a file that all may read. */
const MADE_BY = (3 << 8) | VERSION
const ATTRIBUTES = (0o100644 << 16) >>> 0
/** 4.4.6: midnight of 1 January 2026, whatever the clock says: the same upload gives the same bytes. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1
/** So many bytes are gathered before they are written. */
const CHUNK_BYTES = 1024 * 1024

type Packed = { path: string; bytes: Buffer; method: number; crc: number; size: number }

/**
 * Writes a standard archive (docs/formats.md) to a file of this machine: manifest, licence, icons, with
 * names in ASCII, without extra fields and data descriptors. There are fewer than 65 535 entries and
 * less than 4 GB, which the limits on uploads see to.
 */
export async function writeArchive(
  from: OpenArchive,
  { manifest, icons }: Plan,
  license: PackedFile | undefined,
  output: string,
): Promise<void> {
  const file = await open(output, 'wx', 0o600)
  try {
    const writer = new Writer(file)
    const json = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    const packed = deflateRawSync(json)
    await writer.add({
      path: MANIFEST_FILE,
      bytes: packed,
      method: DEFLATED,
      crc: crc32(json),
      size: json.length,
    })
    if (license) await writer.add(await copyOf(from, LICENSE_FILE, license))
    for (const [path, icon] of icons) await writer.add(await copyOf(from, path, icon))
    await writer.end()
  } finally {
    await file.close()
  }
}

/** An entry as it is packed, under another name. */
async function copyOf({ starts, readAt }: OpenArchive, path: string, { entry }: PackedFile) {
  const bytes = await readAt(starts.get(entry) ?? -1, entry.compressedSize)
  const { compressionMethod: method, crc32: crc, uncompressedSize: size } = entry
  return { path, bytes, method, crc, size }
}

class Writer {
  readonly #file: FileHandle
  readonly #directory: Buffer[] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #offset = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add({ path, bytes, method, crc, size }: Packed): Promise<void> {
    const name = Buffer.from(path, 'ascii')
    // 4.3.7, from the version on; the directory repeats it.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt16LE(DATE, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    // 4.3.12
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
    // 4.3.16
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
      this.#waitingBytes += part.length
      this.#waiting.push(part)
    }
    if (this.#waitingBytes > CHUNK_BYTES) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.writeFile(bytes)
  }
}
