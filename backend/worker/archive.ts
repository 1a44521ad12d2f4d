import { readInput } from '#lib/worker/program-error.ts'
import { z } from 'zod'
import { ArchiveError } from '#backend/services/container/error.ts'
import { readPackedIcons } from '#backend/services/container/icons.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { readManifest } from '#backend/services/container/manifest.ts'
import { readProjectFile } from '#backend/services/container/readers.ts'
import { readPackage } from '#backend/services/plugin/read-package.ts'
import { FILE_FORMATS } from '#lib/contract/file/file-format.ts'
import { nameEncodingSchema } from '#lib/contract/file/name-encoding.ts'
import { fileKindSchema } from '#lib/contract/kind-schema.ts'

const localFileSchema = z.object({ path: z.string(), size: z.number().int().nonnegative() })
const acceptInputSchema = localFileSchema.extend({
  kind: fileKindSchema,
  /** Extension of the file name, in lower case, and the name without it. */
  ending: z.string(),
  title: z.string(),
  /** Of names in it that do not say theirs. */
  encoding: nameEncodingSchema.optional(),
  /** The formats that the operator accepts. */
  formats: z.array(z.enum(FILE_FORMATS)).optional(),
  /** Path that the standard archive is written to. */
  output: z.string(),
})

/**
 * Task `archive`: icons and manifest of a stored archive; none if the file is not an archive.
 * @throws StorageError if the file cannot be read.
 */
export async function inspectArchive(input: unknown) {
  const [source, file] = openLocal(readInput(localFileSchema, input))
  const icons = await readPackedIcons(source, file)
  return { icons, manifest: await readManifest(source, file) }
}

/**
 * Task `accept-archive`: validates an upload, reads it as a file of its kind, and writes the standard archive where the application
 * cannot read it.
 * @returns what was read, or the error for the creator.
 * @throws StorageError if the file cannot be read or the output cannot be written.
 */
export async function acceptArchive(input: unknown) {
  const { kind, ending, title, encoding, output, formats, ...upload } = readInput(
    acceptInputSchema,
    input,
  )
  const [source, file] = openLocal(upload)
  try {
    const read = await readProjectFile(
      source,
      { ...file, kind, ending, title, encoding },
      { output, formats },
    )
    return { error: null, ...read }
  } catch (error) {
    if (error instanceof ArchiveError) return { error: error.issue }
    throw error
  }
}

/**
 * Task `accept-package`: validates a package of a plugin.
 * @returns what it declares, or the error for the creator.
 * @throws StorageError if the file cannot be read.
 */
export async function acceptPackage(input: unknown) {
  const { name, ...upload } = readInput(localFileSchema.extend({ name: z.string() }), input)
  try {
    const read = await readPackage(...openLocal(upload), name)
    const { manifest, version, platform, platformFrom, warnings } = read
    const { id, title, minimumVersion, facts } = manifest
    const { generation } = facts
    const summary = {
      manifest_id: id,
      title,
      version,
      minimum_version: minimumVersion,
      platform,
      platform_from: platformFrom,
      generation,
    }
    return { error: null, summary, facts, warnings }
  } catch (error) {
    if (error instanceof ArchiveError) return { error: error.issue }
    throw error
  }
}
