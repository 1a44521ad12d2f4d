import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { CALLS } from '#lib/contract/calls.ts'
import { projectEndings } from '#lib/contract/file/file-format.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { PACKAGE_ENDING, type PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import type { Project } from '#lib/contract/project.ts'
import { APPLICATIONS, installPackage } from './application.ts'
import { checkFile } from './check-file.ts'
import { cannotWrite, download, safeName } from './download.ts'
import { CliError, EXIT, usageError } from './exit.ts'
import type { Io } from './io.ts'
import { describeError } from './issue-text.ts'
import type { ProjectAddress } from './project-address.ts'
import type { Reporter } from './reporter.ts'
import { createSite, type Site } from './site.ts'

export type InstallOptions = {
  origin: URL
  project: ProjectAddress
  version: string | undefined
  /** Of a package; that of this machine by default. */
  platform: PackagePlatform | undefined
  /** File or folder to write to; the working folder by default. */
  output: string | undefined
  isDownloadOnly: boolean
  /** The uploaded file, where another one is installed. */
  isOriginal: boolean
  isForced: boolean
  port: number | undefined
}
type StoredFile = NonNullable<Project['file']>
type Machine = Pick<Io, 'platform' | 'architecture'>

/**
 * `keystrip install`: downloads the file of a project, checks its hash and its contents, and hands a plugin to the
 * running application. No token is needed or sent.
 * @throws CliError
 */
export async function install(io: Io, reporter: Reporter, options: InstallOptions): Promise<void> {
  const { origin, isForced, isDownloadOnly, isOriginal, port } = options
  const site = createSite(io, reporter, { origin })
  const project = await findProject(site, options.project)
  const { version, file: stored } = await findFile(site, project, { io, ...options })
  const { original } = stored
  // A file without an original is as it was uploaded.
  const file = (isOriginal && original) || stored
  const name = safeName(file.name, endingFor(project.kind, file.name))
  const target = await targetOf(io, options.output, name)
  const isHandedOver = project.kind === 'plugin' && !isDownloadOnly
  if (isHandedOver && path.extname(target).toLowerCase() !== PACKAGE_ENDING) {
    throw usageError(
      `The application takes only ${PACKAGE_ENDING}: end --output with it, or with /.`,
    )
  }
  const { size, sha256 } = file
  const offered = { url: new URL(file.url, origin), size, sha256 }
  const outcome = await download(io, reporter, { offered, target, isForced })
  reporter.line(
    `${outcome === 'present' ? 'Present' : 'Downloaded'}: “${project.title}” ${version}`,
  )
  reporter.line(`  ${target}`)
  if (original && file === stored) {
    reporter.line(`  It was made from ${original.name}, which --original downloads.`)
  }
  const application = isHandedOver ? await handOver(io, { file: target, port }) : null
  if (application) reporter.line(`Installed by ${application}.`)
  else if (!isDownloadOnly) {
    reporter.line('The application takes only plugins from programs: open the file in it.')
  }
  const { id, kind, title } = project
  const about = { id, kind, title, version, file: target, size, sha256 }
  reporter.result({ ...about, original: file !== stored, application })
}

/** The ending of a file of a kind: that of its name, if the kind may have it. */
function endingFor(kind: Kind, name: string): string {
  if (kind === 'plugin') return PACKAGE_ENDING
  const [first = '', ...others] = projectEndings(kind)
  return others.find((ending) => name.toLowerCase().endsWith(ending)) ?? first
}

/** An id alone has no kind: each is tried. */
async function findProject(site: Site, { id, kind }: ProjectAddress): Promise<Project> {
  if (kind !== null) return site.call(CALLS.project, { kind, id })
  for (const one of KINDS) {
    const found = await readIfPresent(site, one, id)
    if (found) return found
  }
  throw new CliError(EXIT.refused, 'not_found', `${site.origin.host} has no project ${id}.`)
}

async function readIfPresent(site: Site, kind: Kind, id: string): Promise<Project | null> {
  try {
    return await site.call(CALLS.project, { kind, id })
  } catch (error) {
    if (error instanceof CliError && error.code === 'not_found') return null
    throw error
  }
}

type Wanted = Pick<InstallOptions, 'version' | 'platform'> & { io: Machine }

async function findFile(
  site: Site,
  project: Project,
  { io, version: wanted, platform }: Wanted,
): Promise<{ version: string; file: StoredFile }> {
  const { kind, id, version: newest, file, packages, repository_url: repository } = project
  const choose = (offered: Offered) => fileFor(offered, platform, io)
  if (wanted === undefined || wanted === newest) {
    const current = choose({ file, packages })
    if (current) return { version: newest, file: current }
    const lost = project.repository_status
    const found = repository ? ` Its packages are at ${repository}.` : ''
    const where = lost ? ` Its repository was ${lost}.` : found
    throw new CliError(
      EXIT.failed,
      'no_project_file',
      `The site has no file of the project.${where}`,
    )
  }
  const { items } = await site.call(CALLS.versions, { kind, id })
  const found = items.find(({ version }) => version === wanted)
  const earlier = found && choose(found)
  if (earlier) return { version: wanted, file: earlier }
  const why = found ? `was withdrawn: ${found.yank_reason ?? 'no reason given'}` : 'does not exist'
  throw new CliError(EXIT.refused, found ? 'yanked' : 'no_version', `Version ${wanted} ${why}.`)
}

type Offered = { file?: Project['file']; packages?: Project['packages'] }

/**
 * The file of a project, or the package for a platform: for its architecture, for its system, or for all; null without any file.
 * @throws CliError `no_package` if there are packages for other platforms only.
 */
function fileFor(
  { file, packages }: Offered,
  platform: PackagePlatform | undefined,
  io: Machine,
): StoredFile | null {
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

/** A folder that is there, or whose name ends like one: it is made. */
async function targetOf({ folder }: Io, output: string | undefined, name: string): Promise<string> {
  const full = path.resolve(folder, output ?? '.')
  const isNamed = /[/\\]$/.test(output ?? '')
  if (isNamed) {
    await mkdir(full, { recursive: true }).catch((error: unknown) => {
      throw cannotWrite(path.basename(full), error)
    })
  }
  const isFolder = isNamed || ((await stat(full).catch(() => null))?.isDirectory() ?? false)
  return isFolder ? path.join(full, name) : full
}

/** @returns the application. @throws CliError `not_valid`, `no_application`, `not_installed`. */
async function handOver(io: Io, { file, port }: { file: string; port: number | undefined }) {
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
