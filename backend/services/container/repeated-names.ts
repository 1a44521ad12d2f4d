import { ArchiveError, displayName } from './error.ts'
import type { PackedFile } from './list-files.ts'

/**
 * Refuses names that are one in most systems, such as one in NFC and in NFD.
 * @param files sorted by path.
 * @throws ArchiveError `name_twice`.
 */
export function refuseRepeated(files: PackedFile[]): void {
  const twice = files.find(({ path }, at) => path === files[at - 1]?.path)
  if (twice) throw new ArchiveError('name_twice', { entry: displayName(twice.path) })
}
