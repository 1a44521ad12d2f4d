import type { z } from 'zod'
import type { Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { pluginPackages, type projects, versions } from '#backend/db/tables.ts'
import type { LogEvent } from '#lib/contract/project-log.ts'
import type { Project } from '#lib/contract/project.ts'
import type { changeVersionRequestSchema } from '#lib/contract/publish.ts'
import { InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/log.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { settleCurrent, versionFileIds } from './current-version.ts'
import { deleteUnusedFiles } from './delete.ts'
import { lockOwnProject, type LockedProject } from './lock.ts'
import { heldError } from './hold.ts'
import { correctNotes } from './notes.ts'
import { publishScheduled, scheduledTime } from './schedule.ts'
import { readProject } from './select.ts'
import { channelOf, versionsOf } from './version.ts'

type Change = z.infer<typeof changeVersionRequestSchema> & { version: string }
type VersionRow = typeof versions.$inferSelect
type Place = { projectId: string; version: string }

/**
 * Yanks a version of an account's project, offers it again, moves it to another channel, corrects its notes, or changes the time of a
 * scheduled one. The file of a yanked version stays available at its URL and by its hash. Idempotent.
 * @returns the project, and the storage keys to remove once the transaction is committed.
 * @throws NotFoundError also for another account's project; DomainError (`hidden`, `held`, `stale`, `last_version`, `prerelease`); InvalidInputError for a time that is
 * too far ahead, or of a version that is published.
 */
export async function changeVersion(
  tx: Transaction,
  { now, token, ...own }: LockedProject & Actor,
  change: Change,
): Promise<{ project: Project; keys: string[] }> {
  const locked = await lockOwnProject(tx, own)
  const { id } = locked
  const before = (await versionsOf(tx, id)).find(({ version }) => version === change.version)
  if (!before) throw new NotFoundError()
  const place = { projectId: id, version: change.version }
  const actor = { uid: own.uid, now, token }
  const log = (event: LogEvent) => recordInLog(tx, actor, { ...place, event })
  const { event, keys } =
    before.publishAt === null
      ? { event: await changePublished(tx, before, change, now), keys: [] }
      : await changeScheduled(tx, { project: locked, before }, change, now)
  const channel = channelOf({ version: change.version, channel: change.channel ?? before.channel })
  if (channel !== before.channel) {
    await tx.update(versions).set({ channel }).where(isVersion(place))
    await log('channel')
  }
  if (event) await log(event)
  await correctNotes(tx, actor, { ...place, notes: change.notes })
  await settleCurrent(tx, id)
  await indexProject(tx, id)
  const project = await readProject(tx, id)
  await recordChanges(tx, [project], { author: project.author.name, now })
  return { project, keys }
}

async function changePublished(
  tx: Transaction,
  before: VersionRow,
  { yanked, reason = '', publish_at: publishAt }: Change,
  now: Date,
): Promise<LogEvent | null> {
  if (publishAt) throw new InvalidInputError('publish_at: the version is published', ['publish_at'])
  const wasYanked = before.yankedAt !== null
  if (yanked === undefined) return null
  const yankedAt = before.yankedAt ?? now
  await tx
    .update(versions)
    .set(yanked ? { yankedAt, yankReason: reason } : { yankedAt: null, yankReason: null })
    .where(isVersion(before))
  if (yanked === wasYanked) return null
  return yanked ? 'withdrawn' : 'restored'
}

/**
 * Deletes a version that was never public, with its files.
 * @returns the storage keys to remove once the transaction is committed.
 */
export async function discardWaiting(tx: Transaction, place: Place) {
  const fileIds = await versionFileIds(tx, place)
  await tx.delete(pluginPackages).where(isVersion(place, pluginPackages))
  await tx.delete(versions).where(isVersion(place))
  return deleteUnusedFiles(tx, fileIds)
}

async function changeScheduled(
  tx: Transaction,
  { project, before }: { project: typeof projects.$inferSelect; before: VersionRow },
  { yanked, publish_at: publishAt }: Change,
  now: Date,
): Promise<{ event: LogEvent | null; keys: string[] }> {
  if (yanked === true) return { event: 'cancelled', keys: await discardWaiting(tx, before) }
  if (before.heldFor !== null) throw heldError('The version waits for the operator.')
  if (publishAt === undefined) return { event: null, keys: [] }
  const at = publishAt === null ? null : scheduledTime(publishAt, now)
  if (at === null) {
    const { version } = before
    // It is held when its time comes.
    if (!(await publishScheduled(tx, project, { version, now }))) {
      throw heldError('The operator has hidden a project with the same file.')
    }
    return { event: 'version', keys: [] }
  }
  await tx.update(versions).set({ publishAt: at }).where(isVersion(before))
  return { event: 'rescheduled', keys: [] }
}
