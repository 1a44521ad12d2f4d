import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { CALLS } from '#lib/contract/calls.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import {
  PACKAGE_ENDING,
  type PackagePlatform,
  systemOf,
  toPlatform,
} from '#lib/contract/file/plugin-package.ts'
import { fits, fittingVersion } from '#lib/contract/version/fits.ts'
import { readAllPages } from '#lib/contract/account/own-page.ts'
import type { Project } from '#lib/contract/project.ts'
import { cannotWrite } from './download.ts'
import { CliError, EXIT, usageError } from './exit.ts'
import type { Io } from './io.ts'
import { installNeeds } from './install-needs.ts'
import type { ProjectAddress } from './project-address.ts'
import { noteFitting } from './report-publication.ts'
import type { Reporter } from './reporter.ts'
import { createSite, type SiteClient } from './site.ts'
import {
  fileFor,
  handOver,
  nameFor,
  type Offered,
  type TakenFile,
  takeFile,
  withdrawalText,
} from './take-file.ts'

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
  /** Leaves out what the project needs. */
  isAlone: boolean
  port: number | undefined
}

/**
 * `keystrip install`: downloads what a project needs and then its file, checks hashes and contents, and hands plugins to the
 * running application. No token is needed or sent.
 * @throws CliError
 */
export async function install(io: Io, reporter: Reporter, options: InstallOptions): Promise<void> {
  const { origin, isDownloadOnly, isOriginal, port } = options
  await checkOutput(io, options.output)
  const site = createSite(io, reporter, { origin })
  const project = await findProject(site, options.project)
  if (options.version === undefined) noteOther(io, reporter, project, options.platform)
  const { version, file: stored } = await findFile(site, project, { io, ...options })
  const { original } = stored
  // A file without an original is as it was uploaded.
  const file = (isOriginal && original) || stored
  const target = await targetOf(io, options.output, nameFor(project.kind, file.name))
  const isHandedOver = project.kind === 'plugin' && !isDownloadOnly
  if (isHandedOver && path.extname(target).toLowerCase() !== PACKAGE_ENDING) {
    throw usageError(
      `The application takes only ${PACKAGE_ENDING}: end --output with it, or with /.`,
    )
  }
  const needs = await installNeeds(io, reporter, { ...options, site, project, version, target })
  await takeFile(io, reporter, options, { project, version, file, target })
  if (original && file === stored) {
    reporter.line(`  It was made from ${original.name}, which --original downloads.`)
  }
  const application = isHandedOver ? await handOver(io, { file: target, port }) : null
  if (application) reporter.line(`Installed by ${application}.`)
  else if (!isDownloadOnly) {
    reporter.line('The application takes only plugins from programs: open the file in it.')
  }
  const { id, kind, title } = project
  const { size, sha256 } = file
  const { fitting_versions = [] } = project
  const about = { id, kind, title, version, file: target, size, sha256, fitting_versions }
  reporter.result({ ...about, original: file !== stored, application, needs })
}

/** An id alone has no kind: each is tried. */
async function findProject(site: SiteClient, { id, kind }: ProjectAddress): Promise<Project> {
  if (kind !== null) return site.call(CALLS.project, { kind, id })
  for (const one of KINDS) {
    const found = await readIfPresent(site, one, id)
    if (found) return found
  }
  throw new CliError(EXIT.refused, 'not_found', `${site.origin.host} has no project ${id}.`)
}

async function readIfPresent(site: SiteClient, kind: Kind, id: string): Promise<Project | null> {
  try {
    return await site.call(CALLS.project, { kind, id })
  } catch (error) {
    if (error instanceof CliError && error.code === 'not_found') return null
    throw error
  }
}

/** Names the other versions that fit somewhere, and the one for this machine where the current one is not. */
function noteOther(
  io: Io,
  reporter: Reporter,
  project: Project,
  platform: PackagePlatform | undefined,
): void {
  const known = platform ?? toPlatform(`${io.platform}-${io.architecture}`)
  const os = known === null ? 'all' : systemOf(known).system
  const { version: current } = project
  noteFitting(reporter, project)
  if (os === 'all' || fits(project, { os })) return
  const other = fittingVersion(project, { os })
  const found = other === null ? '' : ` ${other} is: --version ${other}.`
  reporter.note(`${current} is not for ${os}.${found}`)
}

type Wanted = Pick<InstallOptions, 'version' | 'platform'> & { io: Io }

async function findFile(
  site: SiteClient,
  project: Project,
  { io, version: wanted, platform }: Wanted,
): Promise<{ version: string; file: TakenFile }> {
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
  const versions = await readAllPages((page) => site.call(CALLS.versions, { kind, id, page }))
  const found = versions.find(({ version }) => version === wanted)
  const earlier = found && choose(found)
  if (earlier) return { version: wanted, file: earlier }
  const why = found
    ? withdrawalText({ at: found.yanked_at, reason: found.yank_reason })
    : 'does not exist.'
  throw new CliError(EXIT.refused, found ? 'yanked' : 'no_version', `Version ${wanted} ${why}`)
}

/** @throws CliError `usage` for a file in a folder that is not there: before anything is asked for. */
async function checkOutput({ folder }: Io, output = './'): Promise<void> {
  const parent = path.dirname(path.resolve(folder, output))
  if (/[/\\]$/.test(output) || ((await stat(parent).catch(() => null))?.isDirectory() ?? false))
    return
  throw usageError(
    `--output is in ${parent}, which is no folder. A path that ends with / is a folder, which is made.`,
  )
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
