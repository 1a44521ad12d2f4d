import type { z } from 'zod'
import { MANIFEST_FILE, manifestSchema } from '#lib/contract/container.ts'
import { type ArchiveSource, isUnreadable, openArchive, type StoredFile } from './archive.ts'
import { readManifestJson } from './read-packed-file.ts'

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
      if (entry.isEncrypted()) return null
      // yauzl ends the stream with an error where it inflates to more than the entry says.
      return manifestSchema.parse(await readManifestJson(archive, { entry, path: MANIFEST_FILE }))
    }
  } catch (error) {
    if (isUnreadable(error)) throw error
    return null
  }
  return null
}
