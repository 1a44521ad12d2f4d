import { z } from 'zod'
import { iconNameOf, MANIFEST_FILE, manifestSchema } from '#lib/contract/file/container.ts'
import { iconLabel } from '#lib/contract/name/icon-label.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import { type ArchiveSource, isReadFailure, openArchive } from './archive.ts'
import { asOfVersion } from './format-version.ts'
import { readManifestJson } from './read-packed-file.ts'

export type Manifest = z.infer<typeof manifestSchema>
export type IconPackManifest = Extract<Manifest, { format: 'iconpack' }>
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

/** The names of the icons of a pack as its author wrote them, by their ids; of those that say more than the id. */
export function labelsOf(manifest: Manifest | null): Map<string, string> {
  if (manifest?.format !== 'iconpack') return new Map()
  return new Map(
    manifest.icons.flatMap(({ name, label = name, file }) => {
      const id = iconNameOf(file)
      const shown = iconLabel(label, id)
      return shown === null ? [] : [[id, shown] as const]
    }),
  )
}
