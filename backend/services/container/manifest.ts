import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { MANIFEST_FILE, manifestSchema } from '#lib/contract/container.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { type ArchiveSource, isUnreadable, openArchive, type StoredFile } from './archive.ts'

/** A larger manifest is none; in bytes. A profile of 50 full pages has about 700 kB. */
const MANIFEST_MAX_BYTES = 1024 * 1024

export type Manifest = z.infer<typeof manifestSchema>

/**
 * The manifest of a container, or `null` for a file that is no container of ours.
 * @throws Error where the file cannot be read.
 */
export async function readManifest(
  storage: ArchiveSource,
  file: StoredFile,
): Promise<Manifest | null> {
  try {
    const archive = await openArchive(storage, file)
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== MANIFEST_FILE) continue
      if (entry.isEncrypted() || entry.uncompressedSize > MANIFEST_MAX_BYTES) return null
      // yauzl ends the stream with an error where it inflates to more than the entry says.
      const bytes = await buffer(await archive.openReadStreamPromise(entry))
      return manifestSchema.parse(parseBoundedJson(bytes.toString('utf8')))
    }
  } catch (error) {
    if (isUnreadable(error)) throw error
    return null
  }
  return null
}
