import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { transfersSchema } from '#lib/contract/publish.ts'
import type { Project } from '#lib/contract/project.ts'
import type { PluginDependencies } from './dependencies.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { pluginPackages, transfers } from '#backend/db/plugin-schema.ts'
import {
  releaseDeliveries,
  releaseSources,
  trustedPublishers,
} from '#backend/db/publishing-schema.ts'
import { authors, projects, versions } from '#backend/db/schema.ts'
import { transferMessage } from '#backend/mail/transfer.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { settlePublisher } from '#backend/services/access-token/publisher.ts'
import { recordChanges } from '#backend/services/change/record.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/record.ts'
import { deleteUnusedFiles } from '#backend/services/project/delete.ts'
import { LISTED } from '#backend/services/project/status.ts'
import { updateProject } from '#backend/services/project/update.ts'

/** A publication that was transferred to the verified owner of its repository. */
export type Transfer = { id: string; title: string; from: string; to: string }

/** Transfers are listed for this time, in ms. */
const SHOWN_MS = 90 * 24 * 3600 * 1000
const SHOWN_MAX = 20

/**
 * Transfers a publication to another account, with the new author's texts and pictures. Address, versions
 * and counters stay; the previous author's pictures and packages are deleted.
 */
export async function transferPlugin(
  tx: Transaction,
  who: Actor & { kind: 'plugin' },
  before: typeof projects.$inferSelect,
  input: Parameters<typeof updateProject>[2],
): Promise<{ project: Project; keys: string[]; transfer: Transfer }> {
  const { id, authorUid: from } = before
  const [previousAuthor] = await tx.select().from(authors).where(eq(authors.uid, from))
  await tx.update(projects).set({ authorUid: who.uid }).where(eq(projects.id, id))
  await tx
    .insert(transfers)
    .values({ projectId: id, title: before.title, fromUid: from, toUid: who.uid, at: who.now })
  // Whom the previous author trusts is not trusted by the new one.
  await tx.delete(trustedPublishers).where(eq(trustedPublishers.projectId, id))
  await tx.delete(releaseSources).where(eq(releaseSources.projectId, id))
  await tx.delete(releaseDeliveries).where(eq(releaseDeliveries.projectId, id))
  const { publisherId } = who
  if (publisherId !== undefined) {
    await settlePublisher(tx, { uid: who.uid, publisherId, projectId: id })
  }
  await recordInLog(tx, who, { projectId: id, event: 'transferred' })
  // Nor do the previous author's plans count: versions that wait, and where the publication is shown.
  await tx.delete(versions).where(and(eq(versions.projectId, id), isNotNull(versions.publishAt)))
  await tx.update(projects).set(LISTED).where(eq(projects.id, id))
  // Nor are the packages: whoever proves to own the repository answers for none but their own.
  const dropped = await tx
    .delete(pluginPackages)
    .where(eq(pluginPackages.projectId, id))
    .returning({ fileId: pluginPackages.fileId })
  const droppedKeys = await deleteUnusedFiles(
    tx,
    dropped.map(({ fileId }) => fileId),
  )
  const updated = await updateProject(tx, who, input)
  // The previous author's pages change too.
  await recordChanges(tx, [updated.project], { author: previousAuthor?.name ?? '', now: who.now })
  const keys = [...droppedKeys, ...updated.keys]
  return { ...updated, keys, transfer: { id, title: before.title, from, to: who.uid } }
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
export function notifyOfTransfer(deps: PluginDependencies, log: Logger, transfer: Transfer): void {
  sendMessages(deps, transfer).catch((error: unknown) =>
    reportFailure({ failures: deps.failures, log }, error, 'transfer messages not sent'),
  )
}

async function sendMessages(
  { db, send, site }: PluginDependencies,
  { id, title, from, to }: Transfer,
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
