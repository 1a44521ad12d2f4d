import { stat } from 'node:fs/promises'
import { z } from 'zod'
import type { ArchiveSource } from '#backend/services/container/archive.ts'
import { checkArchive } from '#backend/services/container/check-archive.ts'
import { ArchiveError } from '#backend/services/container/error.ts'
import { readPackedIcons } from '#backend/services/container/icons.ts'
import { readManifest } from '#backend/services/container/manifest.ts'
import { readPackage } from '#backend/services/plugin/read-package.ts'
import { fileKindSchema } from '#lib/contract/kind-schema.ts'
import { standardise } from '#backend/services/container/standardise.ts'
import { attempt } from '#backend/storage/error.ts'
import { readRange, statFile } from '#backend/storage/file.ts'
import type { StoredObject } from '#backend/storage/storage.ts'

const localFileSchema = z.object({ path: z.string(), size: z.number().int().nonnegative() })
const acceptInputSchema = localFileSchema.extend({
  kind: fileKindSchema,
  /** File name without its extension. */
  title: z.string(),
  /** Path that the standard archive is written to. */
  output: z.string(),
})

function openLocal({ path, size }: z.infer<typeof localFileSchema>): [ArchiveSource, StoredObject] {
  const source: ArchiveSource = {
    size: async () => (await statFile(path))?.size ?? null,
    readBytes: (_key, range) => readRange(path, range),
  }
  return [source, { key: path, size }]
}

/**
 * Task `archive`: icons and manifest of a stored archive; none if the file is not an archive.
 * @throws StorageError if the file cannot be read.
 */
export async function inspectArchive(input: unknown) {
  const [source, file] = openLocal(localFileSchema.parse(input))
  const icons = await readPackedIcons(source, file)
  return { icons, manifest: await readManifest(source, file) }
}

/**
 * Task `accept-archive`: validates an upload, reads it as a file of its kind, and writes the standard
 * archive unless it already is one.
 * @returns the contents of the archive to store, or the error for the creator.
 * @throws StorageError if the file cannot be read or the output cannot be written.
 */
export async function acceptArchive(input: unknown) {
  const { kind, title, output, ...upload } = acceptInputSchema.parse(input)
  try {
    const opened = await checkArchive(...openLocal(upload))
    const { manifest, warnings, isRewritten } = await standardise(opened, { kind, title, output })
    const stored = isRewritten
      ? { path: output, size: (await attempt(() => stat(output))).size }
      : upload
    const icons = await readPackedIcons(...openLocal(stored))
    return { error: null, icons, manifest, warnings, isRewritten }
  } catch (error) {
    if (error instanceof ArchiveError) return { error: error.issue }
    throw error
  }
}

/**
 * Task `accept-package`: validates a package of a plugin.
 * @returns what it says about itself, or the error for the creator.
 * @throws StorageError if the file cannot be read.
 */
export async function acceptPackage(input: unknown) {
  const { name, ...upload } = localFileSchema.extend({ name: z.string() }).parse(input)
  try {
    const read = await readPackage(...openLocal(upload), name)
    const { manifest, version, platform, warnings } = read
    const { id, title, minimumVersion, facts } = manifest
    const { generation } = facts
    const summary = {
      manifest_id: id,
      title,
      version,
      minimum_version: minimumVersion,
      platform,
      generation,
    }
    return { error: null, summary, facts, warnings }
  } catch (error) {
    if (error instanceof ArchiveError) return { error: error.issue }
    throw error
  }
}
