import { eq } from 'drizzle-orm'
import { parseVersion } from '#lib/contract/version/parse-version.ts'
import type { Project } from '#lib/contract/project.ts'
import { isPrerelease } from '#lib/contract/version/version.ts'
import { ACCEPTED_VERSIONS } from '#lib/contract/version/version-schema.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { authors, projects, releaseDeliveries } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type CheckedPlugin, checkPlugin } from '#backend/services/plugin/check.ts'
import { createGitHubClient, type GitHub } from '#backend/services/plugin/github.ts'
import { getOwnerProof } from '#backend/services/plugin/ownership.ts'
import { keepReadme, refreshPlugin } from '#backend/services/plugin/publish.ts'
import { checkSame, restoreRepository } from '#backend/services/plugin/repository-status.ts'
import { notesOf, readRelease } from '#backend/services/plugin/releases.ts'
import { changeVersion } from '#backend/services/project/change-version.ts'
import { syncNotes } from '#backend/services/project/notes.ts'
import { receivePackage } from '#backend/services/upload/accept-package.ts'
import { discard } from '#backend/services/upload/quota.ts'
import {
  type Asset,
  assetChanged,
  checkStated,
  fingerprintOf,
  packagesOf,
  PlatformUndecidedError,
  settlePlatform,
} from './assets.ts'
import { type DeliveryRow, settle } from './deliveries.ts'
import { type DOWNLOAD_TIMES, downloadAsset } from './download.ts'
import { compareRepository, isComparison } from './compare.ts'
import { findRival, type Rival } from './same-number.ts'
import { isOutrun, type News, newsOf } from './news.ts'
import { renewRelease } from './renew.ts'

type Deps = Parameters<typeof receivePackage>[0] & {
  /** Its signal ends the work. */
  github: GitHub
  clock: () => Date
  times: typeof DOWNLOAD_TIMES
  payer: Payer
  /** Called after a publication that may be held. */
  onPublished: (project: Project, now: Date) => void
}
type ProjectRow = typeof projects.$inferSelect
export type FoundRelease = { delivery: DeliveryRow; project: ProjectRow }

/**
 * Reads the release of a delivery and publishes it. Nothing of it is public before the one transaction that publishes and settles the
 * delivery together: killed at any step, it can be done again and publishes once; uploads without a project are swept.
 * @throws DomainError why it is not published.
 */
export async function publishRelease(deps: Deps, { delivery, project }: FoundRelease, now: Date) {
  const { db, github } = deps
  if (isComparison(delivery, project)) {
    await compareRepository(deps, project, now)
    await db.delete(releaseDeliveries).where(eq(releaseDeliveries.id, delivery.id))
    return
  }
  const plugin = await checkPlugin(
    github,
    { repository_url: project.repositoryUrl ?? '', tag: delivery.tag },
    now,
  )
  await checkRepository(deps, { delivery, project }, plugin, now)
  const { version, tag } = checkRelease({ delivery, project }, plugin)
  const rival = await findRival(deps, project, plugin, { version, tag, now })
  const settled = { version, tag, reason: null, details: {} }
  const isTest = delivery.origin === 'test'
  async function leaveUnchanged() {
    if (!rival?.isNewer) {
      if (version === project.version) await renewReadme(deps.db, project, plugin, now)
      await db.transaction((tx) => takeNotes(tx, project, plugin, { version, tag, now }))
    }
    await settle(db, delivery.id, { ...settled, state: 'unchanged' }, now)
    // Of every day's look only what it found is worth a line.
    if (delivery.origin === 'daily') {
      await db.delete(releaseDeliveries).where(eq(releaseDeliveries.id, delivery.id))
    }
  }
  const all = plugin.found ? packagesOf(plugin.found, project) : []
  // GitHub's mark, or the number.
  const isBeside = plugin.found?.prerelease || isPrerelease(version)
  const channel: Channel = isBeside ? 'prerelease' : 'stable'
  const release = { version, channel, assets: all }
  const isCurrent = version === project.version && rival === null
  // First: a package may be stored as one for all systems.
  const hasOtherFiles = !isTest && isCurrent && (await renewRelease(db, project, plugin.found, now))
  const found = isTest
    ? { isNewVersion: true, isPromotion: false, assets: all }
    : await newsOf(db, project, release)
  const isRead = delivery.origin === 'daily' && !hasOtherFiles
  const known = found && isRead && isOpen(found) ? null : found
  const replaces = !isTest && rival && !rival.isNewer
  const news = rival?.isNewer
    ? null
    : (known ?? (replaces ? { isNewVersion: false, isPromotion: false, assets: [] } : null))
  if (news === null) {
    await leaveUnchanged()
    return
  }
  const packageIds: string[] = []
  let isPublished = false
  try {
    checkSizes(deps, news.assets)
    for (const asset of news.assets) {
      packageIds.push(...(await store(deps, { project, plugin, asset }, now)))
    }
    if (packageIds.length === 0 && isOpen(news) && !replaces) return await leaveUnchanged()
    await checkUnchanged(deps, plugin, news.assets, { project, tag, now })
    const added = { ...news, rival, version, channel, tag, packageIds, now }
    isPublished = !isTest && (await publish(deps, { delivery, project }, plugin, added))
  } catch (error) {
    if (isTest || !(await isOutrun(db, error, { project, release }))) throw error
    await leaveUnchanged()
  } finally {
    if (!isPublished) for (const id of packageIds) await discard(deps, id).catch(() => undefined)
  }
  if (isTest) await settle(db, delivery.id, { ...settled, state: 'accepted' }, now)
}

/** Whether all that a release adds are packages whose names do not say which system they are for: each look would read them again. */
const isOpen = ({ isNewVersion, isPromotion, assets }: News) =>
  !isNewVersion && !isPromotion && assets.every(({ platform }) => platform === null)

/** Stores the README of the release that is offered, where there is another one: of plugins from before there were any. */
async function renewReadme(
  db: Deps['db'],
  project: ProjectRow,
  plugin: CheckedPlugin,
  now: Date,
): Promise<void> {
  const { id, authorUid: uid } = project
  await db.transaction(async (tx) => {
    const [author] = await tx.select().from(authors).where(eq(authors.uid, uid))
    if (author && (await keepReadme(tx, { uid, now }, plugin, { id }))) {
      await recordChanges(tx, [project], { author: author.name, now })
    }
  })
}

/**
 * Compares the numbers of the repository, and ends a status of it that is over. What an author without proof gets at their own request is
 * what the repository has released; notices, their test and the daily look are for its owner.
 * @throws DomainError `repository_replaced`, `repository_transferred`, `owner_unproved`.
 */
async function checkRepository(
  { db }: Deps,
  { delivery, project }: FoundRelease,
  plugin: CheckedPlugin,
  now: Date,
): Promise<void> {
  // What the next owner of a transferred repository releases is not the author's, until the author has it checked again.
  checkSame(project, plugin.repository)
  const proof = await getOwnerProof(db, plugin, { uid: project.authorUid, now })
  if (project.repositoryStatus !== null) {
    await db.transaction((tx) => restoreRepository(tx, project, plugin, now))
  }
  const isRequest = delivery.origin === 'author' && project.repositoryStatus === null
  if (proof === null && !isRequest) {
    throw new DomainError('owner_unproved', 'The author has not proved to own the repository.')
  }
}

/** The version and tag of the release, if it may be published. */
function checkRelease(
  { delivery }: FoundRelease,
  { found }: CheckedPlugin,
): { version: string; tag: string } {
  if (!found || (delivery.tag !== null && found.tag_name !== delivery.tag)) {
    throw new DomainError('no_release', 'The repository has no such release.')
  }
  if (found.draft) throw new DomainError('release_draft', 'The release is a draft.')
  const parsed = parseVersion(found.tag_name)
  if ('version' in parsed) return { version: parsed.version, tag: found.tag_name }
  throw new DomainError(parsed.error, `The tag is no version; accepted are ${ACCEPTED_VERSIONS}.`, {
    details: { version: found.tag_name.slice(0, 100) },
  })
}

type Source = { project: ProjectRow; plugin: CheckedPlugin; asset: Asset }

/** Nothing is downloaded of a release with a package that would be refused. @throws DomainError `too_large`. */
function checkSizes({ uploadMaxBytes }: Deps, assets: Asset[]): void {
  const large = assets.find(({ size = 0 }) => size > uploadMaxBytes)
  if (!large) return
  const { name } = large
  throw new DomainError('too_large', `${name} is too large.`, { details: { name } })
}

/** What is wrong with one file: of several packages the author has to know which. */
const OF_A_FILE: readonly string[] = ['bad_archive', 'wrong_type', 'too_large']

function withName(error: unknown, { name }: Asset): unknown {
  if (!(error instanceof DomainError) || !OF_A_FILE.includes(error.code)) return error
  const details = { ...error.details, name }
  return new DomainError(error.code, `${name}: ${error.message}`, { details })
}

/**
 * Downloads an asset into an upload of the author.
 * @returns its id; nothing if neither names nor contents say what it is for.
 */
async function store(deps: Deps, { project, plugin, asset }: Source, now: Date): Promise<string[]> {
  try {
    const { id } = await receivePackage(deps, {
      uid: project.authorUid,
      name: asset.name,
      bytes: downloadAsset(deps.github, plugin.repository, asset, deps),
      check: (stored) => checkStated(asset, stored),
      settle: (summary) => settlePlatform(summary, asset),
      now,
      payer: deps.payer,
    })
    return [id]
  } catch (error) {
    if (error instanceof PlatformUndecidedError) return []
    throw withName(error, asset)
  }
}

/** Reads the release again: what was validated must still be what it has. @throws DomainError `asset_changed`. */
async function checkUnchanged(
  { github }: Deps,
  { repository, found }: CheckedPlugin,
  assets: Asset[],
  { project, tag, now }: { project: ProjectRow; tag: string; now: Date },
): Promise<void> {
  const again = await readRelease(createGitHubClient(github, now), repository, tag)
  if (!again || again.draft || again.prerelease !== found?.prerelease) throw assetChanged(tag)
  const present = new Set(packagesOf(again, project).map(fingerprintOf))
  const changed = assets.find((asset) => !present.has(fingerprintOf(asset)))
  if (changed) throw assetChanged(changed.name)
}

type Added = News & {
  version: string
  channel: Channel
  tag: string
  packageIds: string[]
  now: Date
  /** The release of an older tag with the same number, which this one replaces. */
  rival: Rival | null
}

/** Publishes, and settles the delivery in the same transaction. @returns false if another process has settled it. */
async function publish(
  deps: Deps,
  { delivery, project }: FoundRelease,
  plugin: CheckedPlugin,
  { version, channel, tag, packageIds, now, isNewVersion, isPromotion, rival }: Added,
): Promise<boolean> {
  const written = await deps.db.transaction(async (tx) => {
    const outcome = { state: 'published', version, tag, reason: null, details: {} } as const
    if (!(await settle(tx, delivery.id, outcome, now))) return null
    const token = rival ? `GitHub ${tag}, not ${rival.tag}` : `GitHub ${tag}`
    const who = { uid: project.authorUid, kind: 'plugin' as const, now, token }
    const input = {
      id: project.id,
      version,
      ...(isNewVersion && { channel }),
      ...(isNewVersion && { notes: notesOf(plugin.found) }),
      ...(packageIds.length > 0 && { package_ids: packageIds }),
    }
    const isWritten = isNewVersion || packageIds.length > 0 || rival !== null
    const refreshed = isWritten ? await refreshPlugin(tx, who, input, plugin, 'release') : null
    if (refreshed?.project.held) await settleHeld(tx, delivery.id)
    const keys = refreshed?.keys ?? []
    await takeNotes(tx, project, plugin, { version, tag, now })
    if (!isPromotion) return { keys, project: refreshed?.project }
    const own = { ...who, id: project.id }
    const changed = await changeVersion(tx, own, { version, channel })
    return { keys: [...keys, ...changed.keys], project: refreshed?.project }
  })
  for (const key of written?.keys ?? []) await deps.storage.remove(key)
  if (written?.project) deps.onPublished(written.project, now)
  return written !== null
}

/** Keeps the notes of a version as its release has them. */
const takeNotes = (
  tx: Transaction,
  { id: projectId, authorUid: uid }: ProjectRow,
  { found }: CheckedPlugin,
  { version, tag, now }: { version: string; tag: string; now: Date },
) =>
  syncNotes(tx, { uid, now, token: `GitHub ${tag}` }, { projectId, version, text: notesOf(found) })

/** The version waits for the operator. */
const settleHeld = (tx: Transaction, id: string) =>
  tx
    .update(releaseDeliveries)
    .set({ state: 'refused', reason: 'held' })
    .where(eq(releaseDeliveries.id, id))
