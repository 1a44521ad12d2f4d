import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import type { ArchiveSource, StoredFile } from '#backend/services/container/archive.ts'
import { ArchiveFault } from '#backend/services/container/fault.ts'
import { readPackedIcons } from '#backend/services/container/icons.ts'
import { readManifest } from '#backend/services/container/manifest.ts'
import { standardise } from '#backend/services/container/standardise.ts'
import { checkArchive } from '#backend/services/upload/archive-check.ts'

/** A file of this machine. */
const fileSchema = z.object({ path: z.string(), size: z.number().int().nonnegative() })
const acceptInputSchema = fileSchema.extend({
  kind: z.enum(['icon', 'profile', 'flexpage']),
  /** What the file is called, without its ending. */
  title: z.string(),
  /** Where the standard archive is written. */
  output: z.string(),
})

function sourceOf({ path, size }: z.infer<typeof fileSchema>): [ArchiveSource, StoredFile] {
  const read = (_key: string, range: { start: number; end: number }) =>
    createReadStream(path, range)
  return [
    { size: async () => (await stat(path)).size, read },
    { key: path, size },
  ]
}

/**
 * Task `archive`: what is in an archive that is stored already, its icons and its manifest.
 * @throws Error where the file cannot be read; what is no archive holds nothing.
 */
export async function inspectArchive(input: unknown) {
  const [source, file] = sourceOf(fileSchema.parse(input))
  const icons = await readPackedIcons(source, file)
  return { icons, manifest: await readManifest(source, file) }
}

/**
 * Task `accept-archive`: looks an upload through for lies and bombs, reads it as a file of its kind, and
 * writes it as the standard says where it is not so already.
 * @returns what is in the archive that is kept, or the fault.
 * @throws Error where the file cannot be read.
 */
export async function acceptArchive(input: unknown) {
  const { kind, title, output, ...given } = acceptInputSchema.parse(input)
  try {
    const opened = await checkArchive(...sourceOf(given))
    const { manifest, warnings, isRewritten } = await standardise(opened, { kind, title, output })
    const kept = isRewritten ? { path: output, size: (await stat(output)).size } : given
    const icons = await readPackedIcons(...sourceOf(kept))
    return { fault: null, icons, manifest, warnings, isRewritten }
  } catch (error) {
    if (error instanceof ArchiveFault) return { fault: error.note }
    throw error
  }
}
