import { projectEndings } from '#lib/contract/file/file-format.ts'
import { PACKAGE_ENDING, type PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { APPLICATIONS, installPackage } from './application.ts'
import { checkFile } from './check-file.ts'
import { download, safeName } from './download.ts'
import { CliError, EXIT } from './exit.ts'
import type { Io } from './io.ts'
import { describeError } from './issue-text.ts'
import type { Reporter } from './reporter.ts'

export type TakenFile = NonNullable<Project['file']>
type Machine = Pick<Io, 'platform' | 'architecture'>

export type TakeOptions = {
  origin: URL
  isDownloadOnly: boolean
  isForced: boolean
  port: number | undefined
}
type Taken = {
  project: Pick<Project, 'kind' | 'title'>
  version: string
  file: Pick<TakenFile, 'url' | 'size' | 'sha256'>
  /** Path to write to. */
  target: string
}

/**
 * Downloads a file of a project.
 * @throws CliError as `download`.
 */
export async function takeFile(
  io: Io,
  reporter: Reporter,
  { origin, isForced }: TakeOptions,
  { project, version, file, target }: Taken,
): Promise<void> {
  const { url, size, sha256 } = file
  const offered = { url: new URL(url, origin), size, sha256 }
  const outcome = await download(io, reporter, { offered, target, isForced })
  const what = outcome === 'present' ? 'Present' : 'Downloaded'
  reporter.line(`${what}: “${project.title}” ${version}`)
  reporter.line(`  ${target}`)
}

/** The file name under which a file of a project is kept. */
export const nameFor = (kind: Kind, name: string) => safeName(name, endingFor(kind, name))

/** The ending of a file of a kind: that of its name, if the kind may have it. */
function endingFor(kind: Kind, name: string): string {
  if (kind === 'plugin') return PACKAGE_ENDING
  const [first = '', ...others] = projectEndings(kind)
  return others.find((ending) => name.toLowerCase().endsWith(ending)) ?? first
}

export type Offered = { file?: Project['file']; packages?: Project['packages'] }

/**
 * The file of a project, or the package for a platform: for its architecture, for its system, or for all; null without any file.
 * @throws CliError `no_package` if there are packages for other platforms only.
 */
export function fileFor(
  { file, packages }: Offered,
  platform: PackagePlatform | undefined,
  io: Machine,
): TakenFile | null {
  if (file) return file
  if (!packages || packages.length === 0) return null
  const wanted = platform ?? `${io.platform}-${io.architecture}`
  const [system] = wanted.split('-')
  for (const one of [wanted, system, 'universal']) {
    const found = packages.find((offered) => offered.platform === one)
    if (found) return found.file
  }
  const names = packages.map((offered) => offered.platform).join(', ')
  throw new CliError(EXIT.refused, 'no_package', `No package for ${wanted}: there are ${names}.`)
}

/** @returns the application. @throws CliError `not_valid`, `no_application`, `not_installed`. */
export async function handOver(io: Io, { file, port }: { file: string; port: number | undefined }) {
  const checked = await checkFile(file, io.folder)
  if ('error' in checked) {
    const message = `The package is not valid: ${describeError(checked.error)}`
    throw new CliError(EXIT.invalid, 'not_valid', message)
  }
  if (checked.kind !== 'plugin') return null
  const { generation } = checked.plugin
  await installPackage(io, { generation, file, port })
  return APPLICATIONS[generation]
}

type Withdrawal = { at: string | null | undefined; reason: string | null | undefined }

/** That a version was withdrawn, on which day (UTC), and why. */
export const withdrawalText = ({ at, reason }: Withdrawal) =>
  `was withdrawn${at ? ` on ${at.slice(0, 10)}` : ''}: ${reason || 'no reason given'}`
