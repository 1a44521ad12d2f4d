import type { z } from 'zod'
import type { RepositoryField } from '#lib/contract/project-fields.ts'
import { toVersion } from '#lib/contract/version/parse-version.ts'
import type { Project } from '#lib/contract/project.ts'
import type { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import { isHigher, isPrerelease } from '#lib/contract/version/version.ts'
import type { Transaction } from '#backend/db/connect.ts'
import type { OwnerProof, PackageBasis } from '#backend/db/tables.ts'
import { displayOf } from '#backend/db/visible.ts'
import { InvalidInputError, DomainError } from '#backend/errors.ts'
import { createProject } from '#backend/services/project/create.ts'
import type { NewProjectAuthor, RepositoryFacts } from '#backend/services/project/input.ts'
import { lockOwnProject } from '#backend/services/project/lock.ts'
import type { Actor } from '#backend/services/project-log/log.ts'
import { saveReadme } from '#backend/services/project/readme.ts'
import { updateProject } from '#backend/services/project/update.ts'
import type { CheckedPlugin } from './check.ts'
import { notesOf } from './releases.ts'
import { checkClaim } from './claim.ts'
import { displace, displacedColumns, givesWay, recordDisplaced } from './give-way.ts'
import { settleProof } from './ownership.ts'
import { moveHidden } from './move-hidden.ts'
import { lockPlugin, pluginTaken } from './published.ts'
import { checkReplaced, checkSame, repositoryChanged } from './repository-status.ts'
import { recordTakeover, type TakeoverReport } from './takeover.ts'
import { transferPlugin, type Transferred } from './transfer.ts'

type Create = z.infer<typeof createRequestSchema>
type Update = z.infer<typeof updateRequestSchema>
type Who = Actor & {
  kind: 'plugin'
  /** Whether the account has proved a domain that the id of the plugin names. */
  hasDomain?: boolean
}
type Result = {
  project: Project
  keys: string[]
  transfer: Transferred | null
  report: TakeoverReport | null
}

/**
 * Publishes a plugin: version, release and licence come from its repository, everything else from the
 * input. The verified owner of the repository takes over a publication whose author has no proof, or its id if it is hidden. What
 * equals any other hidden publication is held.
 * @param owned versions that the repository has, for a publication that is taken over.
 * @throws DomainError `plugin_taken`, `plugin_id_claimed`, `version_unknown`; as `createProject`.
 */
export async function publishPlugin(
  tx: Transaction,
  who: Who & Pick<NewProjectAuthor, 'overrides'>,
  { owned, ...input }: Create & { owned: string[] },
  plugin: CheckedPlugin,
): Promise<Result> {
  checkVersion(input, input.version, plugin.versions)
  const before = await lockPlugin(tx, plugin)
  const proved = await settleProof(tx, plugin, who)
  const isOwner = proved.ownerProof !== null
  const given = {
    ...input,
    ...toFacts(plugin, input.version),
    ...proved,
    ...basisOf(proved),
    notes: input.notes ?? releaseNotes(plugin, input.version),
  }
  const display = before && displayOf(before)
  const isFree = before !== undefined && (await givesWay(tx, before, { ...who, isOwner, plugin }))
  if (before && display !== 'hidden' && !isFree) throw pluginTaken(before)
  if (before && display === 'public') {
    const result = await transferPlugin(tx, who, before, { ...given, owned, id: before.id })
    await keepReadme(tx, who, plugin, result.project)
    return result
  }
  if (!before) await checkClaim(tx, who, plugin)
  const movedTo = before && isFree ? await moveHidden(tx, before) : null
  // Of a hidden publication that keeps the number: this one, which is held, gets number and proof at the next check.
  const held = before && !isFree ? displacedColumns(plugin.repository.id) : {}
  const project = await createProject(
    tx,
    who,
    { ...given, ...held },
    isFree ? before.id : undefined,
  )
  await keepReadme(tx, who, plugin, project)
  const what = `The hidden publication has the id ${movedTo} now.`
  const report = before && isFree ? await recordTakeover(tx, before, { ...who, what }) : null
  return { project, keys: [], transfer: null, report }
}

/**
 * Updates an own plugin from its repository, including the release.
 * @param basis why packages are accepted; that the author has proved to own the repository by default.
 * @throws DomainError `other_plugin`, `plugin_taken`, `plugin_id_claimed`, `version_unknown`, `repository_replaced`; as `updateProject`.
 */
export async function refreshPlugin(
  tx: Transaction,
  who: Who,
  input: Update,
  plugin: CheckedPlugin,
  basis?: PackageBasis,
): Promise<Result> {
  const same = await lockPlugin(tx, plugin)
  const before = await lockOwnProject(tx, { ...who, id: input.id })
  checkReplaced(before, plugin.repository)
  const isKnown = before.repositoryId !== null && before.manifestId !== null
  if (isKnown && same?.id !== before.id) {
    throw new DomainError('other_plugin', 'The repository contains another plugin.')
  }
  const proved = await settleProof(tx, plugin, who)
  const isOwner = proved.ownerProof !== null
  const other = same?.id === before.id ? undefined : same
  const report = other ? await displace(tx, other, { ...who, isOwner, plugin }) : null
  if (!isKnown) await checkClaim(tx, who, plugin)
  const proposed = isHigher(plugin.facts.version, before.version)
    ? plugin.facts.version
    : before.version
  const version = input.version ?? proposed
  checkVersion(input, version, [...plugin.versions, before.version])
  if (!isOwner) {
    if (isKnown) checkSame(before, plugin.repository)
    if (before.repositoryStatus !== null) throw repositoryChanged(before.repositoryStatus)
  }
  const facts = {
    ...toFacts(plugin, version, before.version),
    ...proved,
    ...basisOf(proved, basis),
    ...(version !== before.version && { notes: input.notes ?? releaseNotes(plugin, version) }),
  }
  const updated = await updateProject(tx, who, { ...input, version, ...facts })
  // A version that waits, or stands beside the current one, does not bring its README.
  if (updated.project.version === version) await keepReadme(tx, who, plugin, updated.project)
  if (other) await recordDisplaced(tx, other, who.now)
  return { ...updated, transfer: null, report }
}

/** Stores the READMEs that were read with a plugin. @returns whether they are others than before. */
export async function keepReadme(
  tx: Transaction,
  { uid, now }: Pick<Who, 'uid' | 'now'>,
  { repository, readmes }: CheckedPlugin,
  { id }: Pick<Project, 'id'>,
): Promise<boolean> {
  const project = { id, authorUid: uid, repositoryUrl: repository.url }
  return readmes !== null && saveReadme(tx, project, readmes, now)
}

/**
 * The changes of a plugin that need no check of its repository: neither version nor repository.
 * @throws DomainError `version_unchecked`.
 */
export function withoutRelease({ version, ...input }: Update, before: Project): Update {
  if (hasPackages(input)) {
    const { owner: _, repository_url: __, ...rest } = input
    return { ...rest, version }
  }
  if (version !== undefined && version !== before.version) {
    const message = 'The version of a plugin changes only after its repository was checked again.'
    throw new DomainError('version_unchecked', message)
  }
  const { owner: _, repository_url: __, ...rest } = input
  return rest
}

/** Whether a change of a plugin requires a check of its repository. */
export function needsRepositoryCheck(
  input: Update,
  before: Pick<Project, 'owner' | 'repository_url'>,
): boolean {
  const differs = (a: string | null | undefined, b: string | null | undefined) =>
    typeof a === 'string' && a.toLowerCase() !== b?.toLowerCase()
  return (
    input.refresh === true ||
    differs(input.repository_url, before.repository_url) ||
    differs(input.owner, before.owner)
  )
}

/** @throws InvalidInputError if the input has no repository. */
export function requireRepository(input: {
  owner?: string | null | undefined
  repository_url?: string | null | undefined
}): { owner: string | undefined; repository_url: string } {
  if (!input.repository_url) throw new InvalidInputError('repository_url: required for a plugin')
  return { owner: input.owner ?? undefined, repository_url: input.repository_url }
}

const hasPackages = ({ package_ids: ids }: Pick<Update, 'package_ids'>) => Boolean(ids?.length)

/** Packages prove their version themselves (services/project/packages.ts). */
function checkVersion(
  input: Pick<Update, 'package_ids'>,
  version: string,
  allowed: string[],
): void {
  if (hasPackages(input) || allowed.includes(version)) return
  const versions = [...new Set(allowed)].join(', ')
  const message = `The repository has no version ${version}; it has ${versions}.`
  throw new DomainError('version_unknown', message, {
    details: { versions },
    fields: ['version'],
  })
}

/** Packages are accepted with proof. */
const basisOf = ({ ownerProof }: { ownerProof: OwnerProof | null }, basis?: PackageBasis) => ({
  packageBasis: basis ?? (ownerProof === null ? undefined : ('owner' as const)),
})

/**
 * The release to install for a version. A release whose tag is a pre-release is none for a stable version: that keeps the one it has, which
 * is `undefined`.
 */
function releaseFor(
  { release: found = null }: CheckedPlugin['facts'],
  version: string,
  before: string | undefined,
) {
  const isEarly = isPrerelease(toVersion(found?.tag ?? null) ?? '')
  if (!isEarly || isPrerelease(version)) return found
  return version === before ? undefined : null
}

/** The text of the release of a version; `undefined` if the release that was read is another one. */
const releaseNotes = ({ found }: CheckedPlugin, version: string): string | undefined =>
  toVersion(found?.tag_name ?? null) === version ? notesOf(found) : undefined

/** Does not compile without a field that a plugin has from its repository. */
const toFacts = (
  { repository, manifestId, facts, keys }: CheckedPlugin,
  version: string,
  before?: string,
): RepositoryFacts & Record<RepositoryField, unknown> & { repository_url: string } => ({
  owner: repository.owner,
  repository_url: repository.url,
  license: facts.license,
  release: releaseFor(facts, version, before),
  manifest: facts.manifest ?? null,
  translations: facts.translations ?? null,
  keys: keys.length > 0 ? keys : null,
  repositoryId: repository.id,
  manifestId,
})
