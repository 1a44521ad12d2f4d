import type { OpenArchive } from './archive.ts'
import { ArchiveError } from './error.ts'
import type { PackedFile } from './list-files.ts'
import { readText } from './read-packed-file.ts'

/** Size limits of a licence file, and of the text that is kept of it, in bytes. */
const LICENSE_MAX_BYTES = 1024 * 1024
const TEXT_MAX_BYTES = 128 * 1024
const LICENSE = /^(?:licen[cs]e|copying)(?:\.(?:txt|md))?$/i

/** Whether a file at the root of an archive is its licence. */
export const isLicense = (path: string) => LICENSE.test(path)

/** The licence file at the root. */
export const findLicense = (files: PackedFile[]): PackedFile | undefined =>
  files.find(({ path, entry }) => isLicense(path) && entry.uncompressedSize <= LICENSE_MAX_BYTES)

/** The text of a licence; null without one, for one that is too long to be kept apart from its archive, and for bytes that are no text. */
export async function readLicense(
  { archive }: OpenArchive,
  license: PackedFile | undefined,
): Promise<string | null> {
  if (!license || license.entry.uncompressedSize > TEXT_MAX_BYTES) return null
  try {
    return (await readText(archive, license)).text
  } catch (error) {
    if (error instanceof ArchiveError) return null
    throw error
  }
}
