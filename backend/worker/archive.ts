import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { readPackedIcons } from '#backend/services/container/icons.ts'
import { readManifest } from '#backend/services/container/manifest.ts'
import { checkArchive } from '#backend/services/upload/archive-check.ts'

export const archiveInputSchema = z.object({
  /** A file of this machine. */
  path: z.string(),
  size: z.number().int().nonnegative(),
  /** Whether the archive is looked through for lies and bombs before it is read. */
  isChecked: z.boolean(),
})

/**
 * Task `archive`: what is in a stored archive, its icons and its manifest.
 * @throws Error where the file cannot be read; what is no archive holds nothing.
 */
export async function inspectArchive(input: unknown) {
  const { path, size, isChecked } = archiveInputSchema.parse(input)
  const source = {
    size: async () => (await stat(path)).size,
    read: (_key: string, range: { start: number; end: number }) => createReadStream(path, range),
  }
  const file = { key: path, size }
  const fault = isChecked ? await checkArchive(source, file) : null
  if (fault !== null) return { fault, icons: [], manifest: null }
  const icons = await readPackedIcons(source, file)
  return { fault, icons, manifest: await readManifest(source, file) }
}
