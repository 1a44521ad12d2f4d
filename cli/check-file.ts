import path from 'node:path'
import { INFLATED_MAX_BYTES } from '#backend/services/container/check-archive.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { ArchiveError } from '#backend/services/container/error.ts'
import { type ReadPackage, readPackage } from '#backend/services/plugin/read-package.ts'
import { StorageError } from '#backend/storage/error.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { kindOfFileName, projectFileName } from '#lib/contract/file/file-format.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { describeValues } from '#lib/contract/input/describe-issue.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { checkContainer, type CheckedContainer } from './check-container.ts'
import { CliError, EXIT } from './exit.ts'
import { ENDINGS } from './expand.ts'
import { hashFile, type HashedFile, type LocalFile, measureFile } from './local-file.ts'
import { refusedValue } from './refused-value.ts'

/** Largest file that can be valid, in bytes: the site refuses archives that unpack to more. Sites may take less. */
export const FILE_MAX_BYTES = INFLATED_MAX_BYTES

export type ValidFile = { file: HashedFile } & (
  | { kind: 'plugin'; plugin: ReadPackage; container?: undefined }
  | { kind: Exclude<Kind, 'plugin'>; container: CheckedContainer; plugin?: undefined }
)
export type CheckedFile = ValidFile | { kind: Kind; file: LocalFile; error: FileIssue }

/** The kind of project that a file belongs to by its ending. @throws CliError `usage` for any other. */
export function kindOfFile(name: string): Kind {
  const kind = kindOfFileName(name)
  if (kind) return kind
  throw new CliError(
    EXIT.usage,
    'wrong_type',
    `${name}: its ending is none of ${ENDINGS.join(', ')}.`,
  )
}

/** Ways to read the names in a file, the one that is used first; none where they are certain. */
export const readingsIn = (warnings: readonly FileIssue[] = []): NameEncoding[] =>
  warnings.flatMap(({ code, readings = [] }) =>
    code === 'names_uncertain' ? readings.map(({ encoding }) => encoding) : [],
  )

/** @throws CliError `usage` for an encoding that is not offered, naming those that are. */
export function offeredEncoding(name: string, offered: NameEncoding[], given: string) {
  const found = offered.find((encoding) => encoding === given.toLowerCase())
  if (found) return found
  throw refusedValue(`--names-encoding for ${name}`, describeValues(offered, given))
}

/**
 * Validates a file by its ending. A file that cannot be valid by its size is not read.
 * @param folder that a relative path begins at.
 * @param encoding of names in it that do not say theirs; by default it is detected.
 * @throws CliError `wrong_type`, `no_file`, `file_changed`.
 */
export async function checkFile(
  given: string,
  folder: string,
  encoding?: NameEncoding,
): Promise<CheckedFile> {
  const full = path.resolve(folder, given)
  const name = projectFileName(path.basename(full))
  const kind = kindOfFile(name)
  const file = await measureFile(full, name)
  if (file.size > FILE_MAX_BYTES) {
    return { kind, file, error: { code: 'too_large', limit: FILE_MAX_BYTES } }
  }
  if (file.size === 0) return { kind, file, error: { code: 'no_archive' } }
  try {
    const hashed = await hashFile(file)
    return kind === 'plugin'
      ? { kind, file: hashed, plugin: await readPackage(...openLocal(file), name) }
      : { kind, file: hashed, container: await checkContainer(file, kind, encoding) }
  } catch (error) {
    if (error instanceof ArchiveError) return { kind, file, error: error.issue }
    if (!(error instanceof StorageError)) throw error
    throw new CliError(EXIT.failed, 'no_file', `${name}: it cannot be read.`, { cause: error })
  }
}
