import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CALLS } from '#lib/contract/calls.ts'
import type { PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import {
  type Rights,
  type Update,
  UPDATES_MAX,
  type WantedUpdate,
} from '#lib/contract/update/update.ts'
import { download } from './download.ts'
import { CliError, EXIT, usageError } from './exit.ts'
import { ENDINGS, expandFiles, projectFilesIn } from './expand.ts'
import type { Io } from './io.ts'
import { hashFile, type HashedFile, measureFile } from './local-file.ts'
import type { Reporter } from './reporter.ts'
import { createSite, type SiteClient } from './site.ts'
import { fileFor, handOver, withdrawalText } from './take-file.ts'

export type OutdatedOptions = {
  origin: URL
  /** Files, and folders of such. */
  files: string[]
  wanted: WantedUpdate
}
export type UpdateOptions = OutdatedOptions & {
  platform: PackagePlatform | undefined
  isDownloadOnly: boolean
  /** Also what may do more than before. */
  acceptsRights: boolean
  port: number | undefined
}
type Checked = { file: HashedFile; update: Update }

/**
 * `keystrip outdated`: what is newer than local files. Only their hashes are sent, without a token.
 * @throws CliError
 */
export async function outdated(io: Io, reporter: Reporter, options: OutdatedOptions) {
  const checked = await checkFiles(io, createSite(io, reporter, options), options)
  for (const one of checked) reportState(reporter, one)
  reporter.result({ files: checked.map(toFacts) })
}

/**
 * `keystrip update`: replaces local files by newer ones, each only once its hash is right, and hands plugins to the running application.
 * What may do more than before stays, unless that is accepted.
 * @throws CliError
 */
export async function update(io: Io, reporter: Reporter, options: UpdateOptions): Promise<void> {
  const site = createSite(io, reporter, options)
  const results = []
  for (const one of await checkFiles(io, site, options)) {
    reportState(reporter, one)
    const outcome = await replace(io, reporter, one, options)
    results.push({ ...toFacts(one), outcome })
  }
  reporter.result({ files: results })
}

/** What became of a file: `kept` for one that may do more, `none` without anything newer to download. */
type Outcome = 'updated' | 'kept' | 'none'

async function replace(
  io: Io,
  reporter: Reporter,
  { file, update: { update: next, project } }: Checked,
  { origin, platform, acceptsRights, isDownloadOnly, port }: UpdateOptions,
): Promise<Outcome> {
  if (!next) return 'none'
  if (rightsIn(next.added_rights).length > 0 && !acceptsRights) {
    reporter.line('  kept: accept what it may do with --accept-rights')
    return 'kept'
  }
  const stored = fileFor(next, platform, io)
  if (!stored) {
    reporter.line('  kept: its files are in its repository')
    return 'none'
  }
  const { size, sha256 } = stored
  const offered = { url: new URL(stored.url, origin), size, sha256 }
  await download(io, reporter, { offered, target: file.path, isForced: true })
  const isHandedOver = project?.kind === 'plugin' && !isDownloadOnly
  const application = isHandedOver ? await handOver(io, { file: file.path, port }) : null
  reporter.line(application ? `  updated, installed by ${application}` : '  updated')
  return 'updated'
}

async function checkFiles(io: Io, site: SiteClient, options: OutdatedOptions): Promise<Checked[]> {
  const files: HashedFile[] = []
  for (const found of await findFiles(io, options.files)) {
    files.push(await hashFile(await measureFile(found, path.basename(found))))
  }
  const checked: Checked[] = []
  for (let at = 0; at < files.length; at += UPDATES_MAX) {
    const part = files.slice(at, at + UPDATES_MAX)
    const body = { items: part.map(({ sha256 }) => ({ sha256 })), ...options.wanted }
    const { items } = await site.call(CALLS.newerVersions, { body })
    for (const [index, file] of part.entries()) {
      const one = items[index]
      if (!one) throw new CliError(EXIT.unreachable, 'bad_answer', 'The site leaves files out.')
      checked.push({ file, update: one })
    }
  }
  return checked
}

/** The named files, and those of the named folders whose endings are those of project files. */
async function findFiles({ folder }: Io, named: string[]): Promise<string[]> {
  const found: string[] = []
  for (const given of named) {
    const full = path.resolve(folder, given)
    const isFolder = (await stat(full).catch(() => null))?.isDirectory() ?? false
    if (!isFolder) found.push(...(await expandFiles(given, folder)))
    else found.push(...(await projectFilesIn(full)).map((name) => path.join(full, name)))
  }
  if (found.length === 0)
    throw usageError(`There are no project files (${ENDINGS.join(', ')}) in ${named.join(', ')}.`)
  return [...new Set(found)]
}

const STATES = {
  update: 'newer',
  current: 'up to date',
  gone: 'no longer on the site',
  unknown: 'not on the site',
} as const satisfies Record<Update['state'], string>

function reportState(reporter: Reporter, { file, update: found }: Checked): void {
  const { state, project, version, yanked, update: next, withheld } = found
  const installed = project ? `“${project.title}” ${version ?? ''}` : ''
  const news = next ? ` → ${next.version}` : `${installed && ', '}${STATES[state]}`
  reporter.line(`${file.name}: ${installed}${news}`)
  if (yanked) reporter.line(`  ${version ?? ''} ${withdrawalText(yanked)}`)
  const more = rightsIn(next?.added_rights ?? null)
  if (next && more.length > 0) reporter.line(`  ${next.version} asks for more: ${more.join(', ')}`)
  if (withheld) reporter.line(`  ${withheld.version} waits: ${WAITS[withheld.reason]}`)
}

const WAITS = {
  application: 'it needs a newer application',
  system: 'it is for another system',
  channel: 'it is a pre-release',
  age: 'it was published too recently',
} as const satisfies Record<NonNullable<Update['withheld']>['reason'], string>

/** What a version may do that the installed one may not, in words. */
const rightsIn = (rights: Rights | null): string[] =>
  rights
    ? [
        ...rights.permissions,
        ...(rights.network ? ['network'] : []),
        ...(rights.native ? ['native code'] : []),
      ]
    : []

const toFacts = ({ file, update: { update: next, ...found } }: Checked) => ({
  file: file.path,
  sha256: file.sha256,
  ...found,
  newer: next?.version ?? null,
  added_rights: next?.added_rights ?? null,
})
