import { ArchiveError, displayName } from '#backend/services/container/error.ts'

/**
 * What a package may do is read from its manifest: no other entry may take its place where it is unpacked.
 * @throws ArchiveError `name_twice`.
 */
export function checkOneManifest(paths: string[], manifest: string): void {
  const place = placeOf(fold(manifest))
  const name = place.slice(place.lastIndexOf('/') + 1)
  // The parts of a path are only shortened at their ends. Most paths need not be split.
  const found = paths.filter((path) => {
    const folded = fold(path)
    return folded.includes(name) && placeOf(folded) === place
  })
  if (found.length <= 1) return
  const other = found.find((path) => path !== manifest) ?? manifest
  throw new ArchiveError('name_twice', { entry: displayName(other) })
}

const fold = (path: string) =>
  path
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()

/**
 * The same for folded paths that name one file on some system: Windows ignores case, dots and spaces at the end of a name, and what
 * follows a colon; macOS ignores case and invisible characters.
 */
const placeOf = (folded: string) =>
  folded
    .split('/')
    .map(toPart)
    .filter((part) => part !== '')
    .join('/')

function toPart(name: string): string {
  const [plain = ''] = name.split(':', 1)
  let end = plain.length
  while (plain[end - 1] === '.' || plain[end - 1] === ' ') end -= 1
  return plain.slice(0, end)
}
