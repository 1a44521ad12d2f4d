import path from 'node:path'
import { CALLS } from '#lib/contract/calls.ts'
import type { PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Need, Needs } from '#lib/contract/update/needs.ts'
import { CliError } from './exit.ts'
import type { Io } from './io.ts'
import type { Reporter } from './reporter.ts'
import type { SiteClient } from './site.ts'
import { fileFor, handOver, nameFor, type TakeOptions, takeFile } from './take-file.ts'

type Options = TakeOptions & {
  site: SiteClient
  project: Project
  version: string
  /** Path of the file of the project: what it needs is written beside it. */
  target: string
  platform: PackagePlatform | undefined
  isAlone: boolean
}
/** `taken`; or why it was not: the state of the need, or that the site has no file of it for this machine. */
type Outcome = 'taken' | 'no_file' | Exclude<Need['state'], 'available'>

/**
 * Downloads what a project needs, the deepest first, each project once, and hands plugins to the running application. What is not on the site
 * is reported.
 * @throws CliError as `takeFile` and `handOver`.
 */
export async function installNeeds(io: Io, reporter: Reporter, options: Options) {
  const found = options.isAlone ? null : await readNeeds(reporter, options)
  if (!found) return []
  const titles = new Map(found.items.map(({ id, title }) => [id, title]))
  const names = new Set([path.basename(options.target)])
  const results = []
  for (const need of found.needs.toSorted((a, b) => b.depth - a.depth)) {
    const title = titles.get(need.id ?? '') ?? need.named
    const file =
      need.state === 'available' ? await take(io, reporter, { need, title, names, options }) : null
    const outcome: Outcome = need.state === 'available' ? (file ? 'taken' : 'no_file') : need.state
    if (outcome !== 'taken') {
      const minimum = need.minimum_version === '' ? '' : ` ${need.minimum_version} or later`
      reporter.note(`Needed: “${title}”${minimum} ${REASONS[outcome]}.`)
    }
    const { kind, named, id, minimum_version } = need
    results.push({ kind, named, id, minimum_version, outcome, file })
  }
  if (found.needs_cut) reporter.note('It needs more than the site lists.')
  return results
}

const REASONS = {
  no_file: 'has no file for this machine on the site',
  too_old: 'is on the site in an older version only',
  withdrawn: 'was withdrawn',
  missing: 'is not on the site',
} as const satisfies Record<Exclude<Outcome, 'taken'>, string>

/** @returns null for an earlier version, whose needs no site answers, and where the site has no such call. */
async function readNeeds(
  reporter: Reporter,
  { site, project, version }: Options,
): Promise<Needs | null> {
  const { kind, id } = project
  if (version !== project.version) {
    reporter.note('What earlier versions need is not known.')
    return null
  }
  try {
    return await site.call(CALLS.needs, { kind, id })
  } catch (error) {
    // A site of before has no such call, or answers otherwise: the project itself can be installed.
    if (!(error instanceof CliError) || !['not_found', 'bad_answer'].includes(error.code))
      throw error
    reporter.note('The site does not tell what it needs.')
    return null
  }
}

type Wanted = {
  need: Need
  title: string
  /** Of files that this run has written. */
  names: Set<string>
  options: Options
}

/** @returns the path of the file; null if there is none for this machine. */
async function take(io: Io, reporter: Reporter, { need, title, names, options }: Wanted) {
  const { kind, id, offer } = need
  const stored = offer && findFile(io, offer, options.platform)
  if (!stored) return null
  const name = nameFor(kind, stored.name)
  // Files of different projects may have one name.
  const own = names.has(name) ? nameFor(kind, `${id ?? ''}-${stored.name}`) : name
  names.add(own)
  const target = path.join(path.dirname(options.target), own)
  const project = { kind, title }
  await takeFile(io, reporter, options, { project, version: offer.version, file: stored, target })
  if (kind === 'plugin' && !options.isDownloadOnly) {
    const application = await handOver(io, { file: target, port: options.port })
    if (application) reporter.line(`  installed by ${application}`)
  }
  return target
}

function findFile(
  io: Io,
  offer: NonNullable<Need['offer']>,
  platform: PackagePlatform | undefined,
) {
  try {
    return fileFor(offer, platform, io)
  } catch (error) {
    if (error instanceof CliError && error.code === 'no_package') return null
    throw error
  }
}
