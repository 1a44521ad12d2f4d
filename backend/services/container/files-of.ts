import type { Entry } from 'yauzl'
import { MANIFEST_FILE } from '#lib/contract/container.ts'
import { entryPath } from './entry-name.ts'

/** A file of an archive; `path` is where its creator put it, below the folder that holds everything. */
export type PackedFile = { entry: Entry; path: string }

const JUNK = new Set(['__macosx', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', '$recycle.bin'])

/** What systems and tools put into archives without being asked: hidden files, resource forks. */
const isJunk = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || JUNK.has(part.toLowerCase()))

/**
 * The files of an archive in the order of their paths: without folders, and without what nobody put
 * there on purpose. A folder around everything is taken off; with a manifest, everything is counted
 * from where it lies, and what lies elsewhere is `outside`.
 */
export function filesOf(entries: Entry[]) {
  const all = entries
    .map((entry) => ({
      entry,
      path: entryPath(entry)
        .normalize('NFC')
        .replace(/^(?:\.\/)+/, ''),
    }))
    .filter(({ path }) => !path.endsWith('/') && !isJunk(path))
    .toSorted((a, b) => order(a.path, b.path))
  const manifest = shallowest(all.filter(({ path }) => isManifest(path)))
  const root = manifest
    ? manifest.path.slice(0, manifest.path.lastIndexOf('/') + 1)
    : commonFolder(all.map(({ path }) => path))
  const files = all.flatMap(({ entry, path }) =>
    path.startsWith(root) ? [{ entry, path: path.slice(root.length) }] : [],
  )
  return { files, outside: all.filter(({ path }) => !path.startsWith(root)), manifest }
}

/** By letters whatever their case; the same in every language. */
function order(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  return first < second || (first === second && a < b) ? -1 : 1
}

const isManifest = (path: string) =>
  path.slice(path.lastIndexOf('/') + 1).toLowerCase() === MANIFEST_FILE

const depth = (path: string) => path.split('/').length

/** Nothing where two lie equally deep: neither is the one of the archive. */
function shallowest(files: PackedFile[]): PackedFile | undefined {
  const [first, second] = files.toSorted((a, b) => depth(a.path) - depth(b.path))
  return first && second && depth(first.path) === depth(second.path) ? undefined : first
}

/** `Pack/icons/` where everything lies in it; empty where files lie side by side with folders. */
function commonFolder([first = '', ...others]: string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  for (const path of others) {
    while (!path.startsWith(folder))
      folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  }
  return folder
}
