import type { Entry } from 'yauzl'
import { PACK_ICONS_MAX } from '#lib/contract/container.ts'
import { DRAWING_MAX_BYTES } from '#backend/services/drawing/limits.ts'
import { type ArchiveSource, isUnreadable, openArchive, type StoredFile } from './archive.ts'

/** Section of docs/formats.md: what an icon is called in the archive. */
const ICON = /^icons\/([a-z0-9]+(?:-[a-z0-9]+)*)\.(?:svg|png)$/
const NAME_MAX = 100
const STORED = 0
const DEFLATED = 8

/** An icon's place in its archive: where its bytes begin, how many they are, and once inflated. */
export type PackedIcon = {
  name: string
  offset: number
  packedSize: number
  size: number
  isDeflated: boolean
}

/**
 * The icons of a container, in the order of the archive; what is no icon, encrypted or too large is
 * left out. Only the directory is read, nothing is inflated. What is no archive holds no icons.
 * @throws Error where the file cannot be read.
 */
export async function readPackedIcons(
  storage: ArchiveSource,
  file: StoredFile,
): Promise<PackedIcon[]> {
  const icons = new Map<string, PackedIcon>()
  try {
    await collect(storage, file, icons)
  } catch (error) {
    if (isUnreadable(error)) throw error
    return []
  }
  return [...icons.values()]
}

async function collect(storage: ArchiveSource, file: StoredFile, icons: Map<string, PackedIcon>) {
  const archive = await openArchive(storage, file)
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    const name = iconName(entry)
    if (name !== undefined && !entries.has(name)) entries.set(name, entry)
    if (entries.size === PACK_ICONS_MAX) break
  }
  // Only now, so that both the directory and the headers are read from front to back.
  for (const [name, entry] of entries) {
    const header = await archive.readLocalFileHeaderPromise(entry, { minimal: true })
    icons.set(name, {
      name,
      offset: header.fileDataStart,
      packedSize: entry.compressedSize,
      size: entry.uncompressedSize,
      isDeflated: entry.compressionMethod === DEFLATED,
    })
  }
}

function iconName(entry: Entry): string | undefined {
  const name = ICON.exec(entry.fileName)?.[1]
  const isReadable =
    !entry.isEncrypted() &&
    (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED) &&
    entry.uncompressedSize > 0 &&
    Math.max(entry.uncompressedSize, entry.compressedSize) <= DRAWING_MAX_BYTES
  return isReadable && name !== undefined && name.length <= NAME_MAX ? name : undefined
}
