import { z } from 'zod'
import { MANIFEST_FILE, manifestSchema } from '#lib/contract/file/container.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import { type ArchiveSource, isReadFailure, openArchive } from './archive.ts'
import { asOfVersion } from './format-version.ts'
import { readManifestJson } from './read-packed-file.ts'

export type Manifest = z.infer<typeof manifestSchema>
const objectSchema = z.record(z.string(), z.unknown())

/**
 * The manifest of a standard archive, or `null` if the file is not one.
 * @throws StorageError if the file cannot be read.
 */
export async function readManifest(
  source: ArchiveSource,
  file: StoredObject,
): Promise<Manifest | null> {
  try {
    const archive = await openArchive(source, file)
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== MANIFEST_FILE) continue
      if (entry.isEncrypted()) return null
      // yauzl fails the stream if it inflates to more than the entry states.
      const json = await readManifestJson(archive, { entry, path: MANIFEST_FILE })
      return manifestSchema.parse(asOfVersion(objectSchema.parse(json)))
    }
  } catch (error) {
    if (isReadFailure(error)) throw error
  }
  return null
}
