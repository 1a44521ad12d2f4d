import type { Entry } from 'yauzl'
import type { FileIssue, FileWarningCode } from '#lib/contract/file/file-issue.ts'
import { displayName } from './error.ts'
import { stem } from './icon-names.ts'
import { maxBytesOf } from './icon-size.ts'
import type { PackedFile } from './list-files.ts'
import type { Manifest } from './manifest.ts'

/** The contents of the standard archive of an upload, and warnings for its creator. */
export type ArchivePlan = {
  manifest: Manifest
  /** The icons, by their paths in the standard archive. */
  icons: Map<string, PackedFile>
  warnings: FileIssue[]
}

/** The entries of the icons of a plan. */
export const entriesOf = ({ icons }: ArchivePlan): Entry[] =>
  [...icons.values()].map(({ entry }) => entry)

/** One warning for several files: their number and the first one. Empty if there are none. */
export function warnAbout(
  code: FileWarningCode,
  files: readonly (string | Pick<PackedFile, 'path'>)[],
  name?: string,
): FileIssue[] {
  const [first] = files
  if (first === undefined) return []
  const entry = displayName(typeof first === 'string' ? first : first.path)
  return [{ code, count: files.length, entry, ...(name !== undefined && { name }) }]
}

/** A warning if names differ from file names, because of other letters or added folders. */
export function warnRenamed(files: PackedFile[], names: ReadonlyMap<string, string>): FileIssue[] {
  const renamed = files.filter(({ path }) => names.get(path) !== stem(path).toLowerCase())
  return warnAbout('icons_renamed', renamed, names.get(renamed[0]?.path ?? ''))
}

/** The extensions of icons, and those of the standard archive. */
const EXTENSIONS = new Map([
  ['svg', '.svg'],
  ['png', '.png'],
  ['apng', '.png'],
  ['webp', '.webp'],
  ['jpg', '.jpg'],
  ['jpeg', '.jpg'],
  ['gif', '.gif'],
])

/** The extension of an icon file in the standard archive, whatever its case; undefined for other files. */
export const iconExtension = (path: string): string | undefined =>
  EXTENSIONS.get(/\.([^./]+)$/.exec(path.toLowerCase())?.[1] ?? '')

/** Whether a file is neither empty nor too large for an icon. */
export const hasIconSize = ({ entry, path }: PackedFile) =>
  entry.uncompressedSize > 0 &&
  Math.max(entry.uncompressedSize, entry.compressedSize) <= maxBytesOf(iconExtension(path) ?? '')

/** An icon file that is empty or too large, which has a warning of its own. */
export const isInvalidIcon = (file: PackedFile) =>
  iconExtension(file.path) !== undefined && !hasIconSize(file)

/** Finds a file by the path in a manifest: an exact match first, then a case-insensitive one. */
export function createFinder(files: PackedFile[]) {
  const exact = new Map(files.map((file) => [file.path, file]))
  const folded = new Map(files.map((file) => [file.path.toLowerCase(), file]))
  return (reference: string): PackedFile | undefined => {
    const path = reference
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '')
    return exact.get(path) ?? folded.get(path.toLowerCase())
  }
}
