import { eq, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import {
  audit,
  authors,
  discardedVersions,
  pluginPackages,
  type projects,
  versions,
} from '#backend/db/tables.ts'
import { firstOf } from '#lib/contract/text.ts'
import { isHigher } from '#lib/contract/version/version.ts'
import { operatorMessage } from '#backend/mail/messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { leaveTombstone } from '#backend/services/project/tombstones.ts'
import { versionsOf } from '#backend/services/project/version.ts'
import type { PluginDependencies } from './dependencies.ts'

type ProjectRow = typeof projects.$inferSelect
/** What the operator reads of a takeover. */
export type TakeoverReport = Pick<ProjectRow, 'id' | 'title'> & { reason: string }

const REASON_MAX = 2000

/**
 * Removes what a previous author published: every version that is not lower than the one that the verified owner publishes, or that the
 * repository does not have, all packages, and the notes, the withdrawals and the discarded numbers of the versions that stay.
 * @param owned versions that the repository has.
 * @returns the numbers that are gone, whether any version stays, and the ids of the files to move into the trash.
 */
export async function removeForeignVersions(
  tx: Transaction,
  { id }: ProjectRow,
  { version: published, owned, now }: { version: string; owned: string[]; now: Date },
): Promise<{ removed: string[]; isEmpty: boolean; fileIds: string[] }> {
  const rows = await versionsOf(tx, id)
  const kept = rows
    .filter(({ publishAt }) => publishAt === null)
    .map(({ version }) => version)
    .filter((version) => owned.includes(version) && isHigher(published, version))
  const removed = rows.map(({ version }) => version).filter((version) => !kept.includes(version))
  const fileIds: string[] = []
  for (const version of removed) {
    const tombstone = { cause: 'takeover', reason: '', now } as const
    fileIds.push(...(await leaveTombstone(tx, { projectId: id, version }, tombstone)))
  }
  await tx
    .update(discardedVersions)
    .set({ cause: 'takeover' })
    .where(eq(discardedVersions.projectId, id))
  const packages = await tx
    .delete(pluginPackages)
    .where(eq(pluginPackages.projectId, id))
    .returning({ fileId: pluginPackages.fileId })
  fileIds.push(...packages.map(({ fileId }) => fileId))
  for (const { version, facts } of rows.filter((row) => kept.includes(row.version))) {
    await tx
      .update(versions)
      // What a package of the previous author could do is not what the repository's can.
      .set({
        notes: '',
        yankedAt: null,
        yankReason: null,
        facts: facts && { ...facts, manifest: null },
      })
      .where(isVersion({ projectId: id, version }))
  }
  return { removed, isEmpty: kept.length === 0, fileIds }
}

/** Records in the audit log what a verified owner took over. @returns the message to the operator. */
export async function recordTakeover(
  tx: Transaction,
  { id, kind, title, authorUid }: ProjectRow,
  { uid, now, what }: { uid: string; now: Date; what: string },
): Promise<TakeoverReport> {
  const rows = await tx
    .select()
    .from(authors)
    .where(inArray(authors.uid, [authorUid, uid]))
  const nameOf = (wanted: string) => rows.find((row) => row.uid === wanted)?.name ?? wanted
  const [author, by] = [nameOf(authorUid), nameOf(uid)]
  const reason = firstOf(
    `${by} is the verified owner, ${author} was the author. ${what}`,
    REASON_MAX,
  )
  const entry = { kind, title, author, by, reason, projectId: id, at: now }
  await tx.insert(audit).values({ ...entry, action: 'takeover' })
  return { id, title, reason }
}

/** Mails the operator. Returns at once; a failure is only logged. */
export function reportTakeover(
  { send, site, failures }: PluginDependencies,
  log: Logger,
  { id, title, reason }: TakeoverReport,
): void {
  const subject = `The plugin “${title}” was taken over`
  const lines = [reason, `${site.url}/home/plugin/detail/${id}`]
  send(operatorMessage({ site, subject, lines })).catch((error: unknown) =>
    reportFailure({ failures, log }, error, 'takeover not reported to the operator'),
  )
}
