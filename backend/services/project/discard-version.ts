import type { Project } from '#lib/contract/project.ts'
import {
  DISCARD_DOWNLOADS,
  DISCARD_DOWNLOADS_IN_A_DAY,
  DISCARD_HOURS,
} from '#lib/contract/visibility.ts'
import type { Transaction } from '#backend/db/connect.ts'
import type { versions } from '#backend/db/tables.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/log.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { changeVersion } from './change-version.ts'
import { settleCurrent } from './current-version.ts'
import { trashUnusedFiles } from './delete.ts'
import { lockOwnProject, type LockedProject } from './lock.ts'
import { readProject } from './select.ts'
import { leaveTombstone } from './tombstones.ts'
import { versionsOf } from './version.ts'

type VersionRow = Pick<typeof versions.$inferSelect, 'createdAt' | 'earlyDownloads' | 'publishAt'>

/** When a version can no longer be discarded; `null` if it cannot be discarded now. */
export function discardableUntil(
  { createdAt, earlyDownloads, publishAt }: VersionRow,
  now: Date,
): Date | null {
  const until = new Date(createdAt.getTime() + DISCARD_HOURS * 3600 * 1000)
  return publishAt === null && now < until && !isInUse(earlyDownloads) ? until : null
}

/** Whether so many have a version that it stays. On one day more are asked for: one person can have ten addresses within seconds. */
function isInUse(byDay: Record<string, number>): boolean {
  const counts = Object.values(byDay)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.length > 1 ? all >= DISCARD_DOWNLOADS : all >= DISCARD_DOWNLOADS_IN_A_DAY
}

/**
 * Discards a version of an account's project that was published by mistake: its tombstone stays, its files go to the trash, and the
 * version before becomes current. A scheduled version is deleted instead: it was never public.
 * @returns the project, and the storage keys to remove once the transaction is committed.
 * @throws NotFoundError also for another account's project; DomainError (`stale`, `last_version`, `not_discardable`).
 */
export async function discardVersion(
  tx: Transaction,
  { now, token, ...own }: LockedProject & Actor,
  { version, reason = '' }: { version: string; reason?: string | undefined },
): Promise<{ project: Project; keys: string[] }> {
  const { id } = await lockOwnProject(tx, own)
  const before = (await versionsOf(tx, id)).find((row) => row.version === version)
  if (!before) throw new NotFoundError()
  if (before.publishAt !== null) {
    return changeVersion(tx, { ...own, now, token }, { version, yanked: true })
  }
  if (discardableUntil(before, now) === null) throw notDiscardable(version)
  const fileIds = await leaveTombstone(tx, before, { cause: 'author', reason, now })
  await settleCurrent(tx, id)
  await trashUnusedFiles(tx, fileIds, now)
  await recordInLog(
    tx,
    { uid: own.uid, now, token },
    { projectId: id, event: 'discarded', version },
  )
  await indexProject(tx, id)
  const project = await readProject(tx, id)
  await recordChanges(tx, [project], { author: project.author.name, now })
  return { project, keys: [] }
}

function notDiscardable(version: string): DomainError {
  const message =
    `Version ${version} can only be withdrawn: it was published ${DISCARD_HOURS} hours ago, ` +
    `or others have downloaded it ${DISCARD_DOWNLOADS} times on two days, or ${DISCARD_DOWNLOADS_IN_A_DAY} times on one.`
  return new DomainError('not_discardable', message)
}
