import type { Entry } from 'yauzl'
import { MANIFEST_FILE } from '#lib/contract/file/container.ts'
import { type ListedEntries, LISTED_ENTRIES_MAX } from '#lib/contract/file/file-format.ts'
import { canonicalPath, entryPath } from './entry-name.ts'
import { ArchiveError, displayName } from './error.ts'

/** A file of an archive; `path` is relative to the root folder of the archive. */
export type PackedFile = { entry: Entry; path: string }

/** Files that operating systems add to archives: hidden files, resource forks, thumbnails. */
const JUNK =
  /(?:^|\/)(?:\.|(?:__macosx|thumbs\.db|ehthumbs\.db|desktop\.ini|\$recycle\.bin)(?:\/|$))/iu

/** The files of an archive, sorted by path, without folders and files of the operating system. */
export const listAllFiles = (entries: Entry[]): PackedFile[] =>
  entries
    .map((entry) => ({ entry, path: canonicalPath(entry) }))
    .filter(({ path }) => !path.endsWith('/') && !JUNK.test(path))
    .toSorted((a, b) => comparePaths(a.path, b.path))

/** The files of an archive, with paths relative to the folder of its manifest; files elsewhere are `outside`. */
export function listFiles(entries: Entry[]) {
  const all = listAllFiles(entries)
  const manifest = shallowest(all.filter(({ path }) => isManifest(path)))
  const root = manifest ? folderOf(manifest.path) : commonFolder(all.map(({ path }) => path))
  const outside = all.filter(({ path }) => !path.startsWith(root))
  return { files: relativeTo(root, all), outside, manifest }
}

/**
 * Refuses names that are one in most systems, such as one in NFC and in NFD.
 * @param files sorted by path.
 * @throws ArchiveError `name_twice`.
 */
export function refuseRepeated(files: PackedFile[]): void {
  const twice = files.find(({ path }, at) => path === files[at - 1]?.path)
  if (twice) throw new ArchiveError('name_twice', { entry: displayName(twice.path) })
}

/** The first entries that are no folders, and how many there are. */
export function listEntries(entries: readonly Entry[]): ListedEntries {
  const files = entries.filter((entry) => !isFolder(entry))
  const items = files.slice(0, LISTED_ENTRIES_MAX).map((entry) => ({
    name: displayName(entryPath(entry)) || '?',
    size: entry.uncompressedSize,
  }))
  return { count: files.length, items }
}

export const isFolder = (entry: Entry) => entryPath(entry).endsWith('/')

/** Files with paths relative to the folder that all of them share. */
export const withoutCommonFolder = (files: PackedFile[]): PackedFile[] =>
  relativeTo(commonFolder(files.map(({ path }) => path)), files)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const relativeTo = (folder: string, files: PackedFile[]) =>
  files.flatMap(({ entry, path }) =>
    path.startsWith(folder) ? [{ entry, path: path.slice(folder.length) }] : [],
  )

/** Case-insensitive and independent of the locale. */
function comparePaths(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  return first < second || (first === second && a < b) ? -1 : 1
}

const isManifest = (path: string) =>
  path.slice(path.lastIndexOf('/') + 1).toLowerCase() === MANIFEST_FILE

const depth = (path: string) => path.split('/').length

/** Undefined if several files are at the same depth, since none of them is the root. */
function shallowest(files: PackedFile[]): PackedFile | undefined {
  const [first, second] = files.toSorted((a, b) => depth(a.path) - depth(b.path))
  return first && second && depth(first.path) === depth(second.path) ? undefined : first
}

/** The folder that contains all files, such as `Pack/icons/`; empty if there is none. */
function commonFolder([first = '', ...others]: string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  for (const path of others) {
    while (!path.startsWith(folder))
      folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  }
  return folder
}
