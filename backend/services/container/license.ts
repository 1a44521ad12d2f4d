import type { ZipFile } from 'yauzl'
import { decodeText } from '#backend/text/decode.ts'
import { matchLicenseText } from '#backend/text/license-text.ts'
import type { OpenArchive } from './archive.ts'
import { ArchiveError } from './error.ts'
import { UNKNOWN_LICENSE } from './manifest-head.ts'
import type { PackedFile } from './list-files.ts'
import { readPackedFile, readText } from './read-packed-file.ts'

/** Size limits of a licence file, and of the text that is kept of it, in bytes. */
const LICENSE_MAX_BYTES = 1024 * 1024
export const LICENSE_TEXT_MAX_BYTES = 128 * 1024
const LICENSE = /^(?:licen[cs]e|copying)(?:\.(?:txt|md))?$/i
/** Other names of licence files, such as `LICENSE-MIT`, `MIT-LICENSE.txt` and `UNLICENSE`. */
const OTHER_LICENSE =
  /^(?:(?:un)?licen[cs]e(?:[-_.][\w.-]{1,30})?|[\w.]{1,20}[-_]licen[cs]e(?:\.(?:txt|md))?)$/i

/** Whether a file at the root of an archive is its licence. */
export const isLicense = (path: string) => LICENSE.test(path)

/** The licence file at the root; of files with other names the only one: of several, none is the licence of the whole. */
export function findLicense(files: PackedFile[]): PackedFile | undefined {
  const small = files.filter(({ entry }) => entry.uncompressedSize <= LICENSE_MAX_BYTES)
  const others = small.filter(({ path }) => OTHER_LICENSE.test(path) && !PICTURE.test(path))
  return small.find(({ path }) => isLicense(path)) ?? (others.length === 1 ? others[0] : undefined)
}

/** An icon may be named after a licence. */
const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|avif)$/i

/** The text of a licence; null without one, for one that is too long to be kept apart from its archive, and for bytes that are no text. */
export async function readLicense(
  { archive }: OpenArchive,
  license: PackedFile | undefined,
): Promise<string | null> {
  if (!license || license.entry.uncompressedSize > LICENSE_TEXT_MAX_BYTES) return null
  try {
    return (await readText(archive, license)).text
  } catch (error) {
    if (error instanceof ArchiveError) return null
    throw error
  }
}

/** The whole text of a licence; of one in no known encoding, each byte as a character. @throws ArchiveError for corrupt data; StorageError. */
export async function readLicenseAsIs(archive: ZipFile, license: PackedFile): Promise<string> {
  const bytes = await readPackedFile(archive, license)
  return (await decodeText(bytes)).text ?? bytes.toString('latin1')
}

/** The identifier of a licence that a manifest does not name, by the text of the licence file; nothing is guessed. */
export function licenseByText(named: string, text: string | null): string {
  if (named !== UNKNOWN_LICENSE || text === null) return named
  return matchLicenseText(text) ?? UNKNOWN_LICENSE
}
