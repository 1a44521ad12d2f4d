import { ArchiveError, displayName } from '#backend/services/container/error.ts'

/**
 * What a package may do is read from its manifest: no other entry may take its place where it is unpacked.
 * @throws ArchiveError `name_twice`.
 */
export function checkOneManifest(paths: string[], manifest: string): void {
  const place = placeOf(manifest)
  const found = paths.filter((path) => placeOf(path) === place)
  if (found.length <= 1) return
  const other = found.find((path) => path !== manifest) ?? manifest
  throw new ArchiveError('name_twice', { entry: displayName(other) })
}

/**
 * The same for paths that name one file on some system: Windows ignores case, dots and spaces at the end of a name, and what follows a
 * colon; macOS ignores case and invisible characters.
 */
const placeOf = (path: string) =>
  path
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()
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
