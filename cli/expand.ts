import { glob, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { projectEndings } from '#lib/contract/file/file-format.ts'
import { PACKAGE_ENDING } from '#lib/contract/file/plugin-package.ts'
import { FILE_KINDS } from '#lib/contract/kind-schema.ts'
import { CliError, EXIT, usageError } from './exit.ts'

export const ENDINGS: readonly string[] = [PACKAGE_ENDING, ...FILE_KINDS.flatMap(projectEndings)]
/** Files that a pattern may match, and that a message names. */
const MATCHES_MAX = 1000
const NAMED_MAX = 5

/** The names of the project files in a folder, sorted. */
export async function projectFilesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).toSorted()
  return names.filter((name) => ENDINGS.some((end) => name.toLowerCase().endsWith(end)))
}

/**
 * The files of a path, or of a pattern that the shell did not expand: `*`, `?`, `[…]`, `{…}` and `**`. A file with this very name is that file.
 * @param given as it was typed. @param folder that a relative path begins at.
 * @returns absolute paths, sorted; a path without a pattern as it is, whether or not there is a file.
 * @throws CliError `no_file` for a folder, and with pattern and folder where nothing matches; `usage` for more than 1000 matches.
 */
export async function expandFiles(given: string, folder: string): Promise<string[]> {
  const full = path.resolve(folder, given)
  const found = await stat(full).catch(() => null)
  if (found?.isDirectory()) throw await isFolder(given, full)
  if (found || !/[*?[{]/.test(given)) return [full]
  const matches: string[] = []
  for await (const match of glob(given, { cwd: folder })) {
    const file = path.resolve(folder, match)
    if ((await stat(file).catch(() => null))?.isFile()) matches.push(file)
    if (matches.length > MATCHES_MAX)
      throw usageError(`${given} matches more than ${MATCHES_MAX} files.`)
  }
  if (matches.length > 0) return matches.toSorted()
  throw new CliError(EXIT.failed, 'no_file', `${given} matches no file in ${folder}.`)
}

/** The one file of a path or a pattern. @throws CliError as `expandFiles`; `usage` naming several matches. */
export const expandFile = async (given: string, folder: string): Promise<string> =>
  onlyFile(given, await expandFiles(given, folder))

/** @throws CliError `usage` naming the files, if there are several. */
export function onlyFile(given: string, files: readonly string[]): string {
  const [file = '', ...others] = files
  if (others.length === 0) return file
  throw usageError(`${given} matches ${files.length} files: ${namesOf(files)}. Name one of them.`)
}

/** Names of files for a message: the first ones, and how many more there are. */
export function namesOf(files: readonly string[]): string {
  const names = files.slice(0, NAMED_MAX).map((file) => path.basename(file))
  const more = files.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

async function isFolder(given: string, full: string): Promise<CliError> {
  const inside = await projectFilesIn(full).catch(() => [])
  const hint = inside.length > 0 ? ` In it are ${namesOf(inside)}.` : ''
  return new CliError(EXIT.failed, 'no_file', `${given} is a folder: name a file.${hint}`)
}
