import { stat } from 'node:fs/promises'
import type { Entry } from 'yauzl'
import { iconNameOf, PACK_ICONS_MAX } from '#lib/contract/file/container.ts'
import { attempt } from '#backend/storage/error.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import { type ArchiveSource, isReadFailure, openArchive } from './archive.ts'
import { maxBytesOf } from './icon-size.ts'
import { openLocal } from './local-source.ts'

const NAME_MAX = 100
const STORED = 0
const DEFLATED = 8

/** Where the data of an icon is in its archive; sizes in bytes. */
export type PackedIcon = {
  name: string
  offset: number
  packedSize: number
  size: number
  isDeflated: boolean
}

/**
 * The icons of a standard archive, in its order. Skips other entries, and icons that are encrypted or
 * too large. Reads the directory and the headers only. Empty if the file is not an archive.
 * @throws StorageError if the file cannot be read.
 */
export async function readPackedIcons(
  source: ArchiveSource,
  file: StoredObject,
): Promise<PackedIcon[]> {
  try {
    return await collect(source, file)
  } catch (error) {
    if (isReadFailure(error)) throw error
    return []
  }
}

async function collect(source: ArchiveSource, file: StoredObject): Promise<PackedIcon[]> {
  const archive = await openArchive(source, file)
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    const name = iconName(entry)
    if (name !== undefined && !entries.has(name)) entries.set(name, entry)
    if (entries.size === PACK_ICONS_MAX) break
  }
  const icons: PackedIcon[] = []
  // After the directory, so that both directory and headers are read in sequence.
  for (const [name, entry] of entries) {
    const header = await archive.readLocalFileHeaderPromise(entry, { minimal: true })
    icons.push({
      name,
      offset: header.fileDataStart,
      packedSize: entry.compressedSize,
      size: entry.uncompressedSize,
      isDeflated: entry.compressionMethod === DEFLATED,
    })
  }
  return icons
}

function iconName(entry: Entry): string | undefined {
  const name = iconNameOf(entry.fileName)
  const isReadable =
    !entry.isEncrypted() &&
    (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED) &&
    entry.uncompressedSize > 0 &&
    Math.max(entry.uncompressedSize, entry.compressedSize) <= maxBytesOf(entry.fileName)
  return isReadable && name !== '' && name.length <= NAME_MAX ? name : undefined
}

/** The icons of a standard archive that was written to a local file. @throws StorageError. */
export async function readWrittenIcons(path: string): Promise<PackedIcon[]> {
  const { size } = await attempt(() => stat(path))
  return readPackedIcons(...openLocal({ path, size }))
}
