import { and, desc, eq, gt, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { transfersSchema } from '#lib/contract/publish.ts'
import type { Project } from '#lib/contract/project.ts'
import type { PluginDependencies } from './dependencies.ts'
import { recordTakeover, removeForeignVersions, type TakeoverReport } from './takeover.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import {
  accounts,
  authors,
  projects,
  releaseDeliveries,
  releaseSources,
  transfers,
  trustedPublishers,
} from '#backend/db/tables.ts'
import { transferMessage } from '#backend/mail/messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { settlePublisher } from '#backend/services/access-token/publisher.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/log.ts'
import { settleCurrent } from '#backend/services/project/current-version.ts'
import { deleteUnusedFiles, trashUnusedFiles } from '#backend/services/project/delete.ts'
import { removeReadme } from '#backend/services/project/readme.ts'
import { LISTED } from '#backend/services/project/status.ts'
import { updateProject } from '#backend/services/project/update.ts'

/** A publication that was transferred to the verified owner of its repository. */
export type Transferred = { id: string; title: string; from: string; to: string }

/** Transfers are listed for this time, in ms. */
const SHOWN_MS = 90 * 24 * 3600 * 1000
const SHOWN_MAX = 20

/** What a previous author wrote is not kept where the new one writes nothing. */
const WITHOUT_TEXTS = {
  tagline: '',
  language: null,
  keys: null,
  attribution: null,
} as const satisfies Partial<typeof projects.$inferInsert>

/**
 * Transfers a publication to the verified owner of its repository, with the owner's texts and pictures. Address, date and counters stay,
 * and the versions that the repository has below the one that is published; everything else of the previous author goes.
 * @param owned versions that the repository has.
 */
export async function transferPlugin(
  tx: Transaction,
  who: Actor & { kind: 'plugin' },
  before: typeof projects.$inferSelect,
  { owned, ...input }: Parameters<typeof updateProject>[2] & { version: string; owned: string[] },
): Promise<{ project: Project; keys: string[]; transfer: Transferred; report: TakeoverReport }> {
  const { id, authorUid: from } = before
  const { uid, now, publisherId } = who
  const { version } = input
  const [previousAuthor] = await tx.select().from(authors).where(eq(authors.uid, from))
  await tx
    .insert(transfers)
    .values({ projectId: id, title: before.title, fromUid: from, toUid: uid, at: now })
  // Whom the previous author trusts is not trusted by the new one.
  await tx.delete(trustedPublishers).where(eq(trustedPublishers.projectId, id))
  await tx.delete(releaseSources).where(eq(releaseSources.projectId, id))
  await tx.delete(releaseDeliveries).where(eq(releaseDeliveries.projectId, id))
  if (publisherId !== undefined) await settlePublisher(tx, { uid, publisherId, projectId: id })
  await recordInLog(tx, who, { projectId: id, event: 'transferred' })
  const { removed, isEmpty, fileIds } = await removeForeignVersions(tx, before, {
    version,
    owned,
    now,
  })
  // Without a version, no number is compared with that of the owner.
  await tx
    .update(projects)
    .set({ authorUid: uid, version: '', ...LISTED, ...WITHOUT_TEXTS })
    .where(eq(projects.id, id))
  if (!isEmpty) await settleCurrent(tx, id)
  const updated = await updateProject(tx, who, input)
  await trashUnusedFiles(tx, fileIds, now)
  // Its pictures count towards the quota of the previous author.
  const keys = await deleteUnusedFiles(tx, await removeReadme(tx, id))
  // The previous author's pages change too.
  await recordChanges(tx, [updated.project], {
    author: previousAuthor?.name ?? '',
    now,
    titles: [before.titleSkeletons],
  })
  const what = `Removed versions: ${removed.join(', ') || 'none'}. Their files are in the trash for 30 days.`
  const report = await recordTakeover(tx, before, { uid, now, what })
  return {
    ...updated,
    keys: [...updated.keys, ...keys],
    transfer: { id, title: before.title, from, to: uid },
    report,
  }
}

/** Recent transfers from and to an account, newest first. */
export async function listTransfers(
  db: Database,
  uid: string,
  now: Date,
): Promise<z.infer<typeof transfersSchema>> {
  const [from, to] = [alias(authors, 'from'), alias(authors, 'to')]
  const since = new Date(now.getTime() - SHOWN_MS)
  const rows = await db
    .select({
      transfer: transfers,
      language: projects.language,
      from: from.name,
      to: to.name,
    })
    .from(transfers)
    .innerJoin(from, eq(from.uid, transfers.fromUid))
    .innerJoin(to, eq(to.uid, transfers.toUid))
    .leftJoin(projects, eq(projects.id, transfers.projectId))
    .where(and(or(eq(from.uid, uid), eq(to.uid, uid)), gt(transfers.at, since)))
    .orderBy(desc(transfers.id))
    .limit(SHOWN_MAX)
  return {
    items: rows.map(({ transfer, language, from: previousName, to: currentName }) => ({
      id: transfer.projectId,
      title: transfer.title,
      language,
      is_mine: transfer.toUid === uid,
      other: transfer.toUid === uid ? previousName : currentName,
      at: transfer.at.toISOString(),
    })),
  }
}

/** Mails both authors, each in their language. Returns at once; a failure is only logged. */
export function notifyOfTransfer(
  deps: PluginDependencies,
  log: Logger,
  transfer: Transferred,
): void {
  sendMessages(deps, transfer).catch((error: unknown) =>
    reportFailure({ failures: deps.failures, log }, error, 'transfer messages not sent'),
  )
}

async function sendMessages(
  { db, send, site }: PluginDependencies,
  { id, title, from, to }: Transferred,
) {
  const recipients = await db
    .select({ uid: authors.uid, name: authors.name, account: accounts })
    .from(authors)
    .innerJoin(accounts, eq(accounts.uid, authors.uid))
    .where(or(eq(authors.uid, from), eq(authors.uid, to)))
  for (const { uid, account } of recipients) {
    if (!account.email) continue
    const other = recipients.find((recipient) => recipient.uid !== uid)?.name ?? ''
    const role = uid === to ? 'received' : 'given'
    const locale = account.locale ?? 'en'
    await send(transferMessage({ to: account.email, locale, role, id, title, other, site }))
  }
}
