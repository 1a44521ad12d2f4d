import { desc, eq, gt, and, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { transfersSchema } from '#lib/contract/publish.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Parts } from '#backend/context.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { transfers } from '#backend/db/plugin-schema.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { transferLetter } from '#backend/mail/transfer.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { updateProject } from '#backend/services/project/publish.ts'

/** A publication that went to the verified owner of its repository. */
export type Moved = { id: string; title: string; from: string; to: string }

/** Authors see for so long what went to or came from somebody else, in ms. */
const SHOWN_MS = 90 * 24 * 3600 * 1000
const SHOWN_MAX = 20

/**
 * Gives a publication to somebody else, with their words and pictures: its address, versions and
 * counters stay, the earlier author's pictures go.
 */
export async function moveTo(
  tx: Transaction,
  who: { uid: string; kind: 'plugin'; now: Date },
  before: typeof projects.$inferSelect,
  wish: Parameters<typeof updateProject>[2],
): Promise<{ project: Project; keys: string[]; moved: Moved }> {
  const { id, authorUid: from } = before
  const [earlier] = await tx.select().from(authors).where(eq(authors.uid, from))
  await tx.update(projects).set({ authorUid: who.uid }).where(eq(projects.id, id))
  await tx
    .insert(transfers)
    .values({ projectId: id, title: before.title, fromUid: from, toUid: who.uid, at: who.now })
  const updated = await updateProject(tx, who, wish)
  // The earlier author's pages change with it.
  await noteChanges(tx, [updated.project], { author: earlier?.name ?? '', now: who.now })
  return { ...updated, moved: { id, title: before.title, from, to: who.uid } }
}

/** What went from an account, or came to it, lately; the last first. */
export async function listTransfers(
  db: Database,
  uid: string,
  now: Date,
): Promise<z.infer<typeof transfersSchema>> {
  const [from, to] = [alias(authors, 'from'), alias(authors, 'to')]
  const since = new Date(now.getTime() - SHOWN_MS)
  const rows = await db
    .select({ transfer: transfers, from: from.name, to: to.name })
    .from(transfers)
    .innerJoin(from, eq(from.uid, transfers.fromUid))
    .innerJoin(to, eq(to.uid, transfers.toUid))
    .where(and(or(eq(from.uid, uid), eq(to.uid, uid)), gt(transfers.at, since)))
    .orderBy(desc(transfers.id))
    .limit(SHOWN_MAX)
  return {
    items: rows.map(({ transfer, from: earlier, to: present }) => ({
      id: transfer.projectId,
      title: transfer.title,
      is_mine: transfer.toUid === uid,
      other: transfer.toUid === uid ? earlier : present,
      at: transfer.at.toISOString(),
    })),
  }
}

/** Writes to both, each in their language; nobody waits for it, and a failure is only logged. */
export function tellOfTransfer(parts: Parts, log: Logger, moved: Moved): void {
  tellBoth(parts, moved).catch((error: unknown) =>
    reportFailure({ faults: parts.faults, log }, error, 'transfer not told'),
  )
}

async function tellBoth({ db, send, site }: Parts, { id, title, from, to }: Moved) {
  const people = await db
    .select({ uid: authors.uid, name: authors.name, account: accounts })
    .from(authors)
    .innerJoin(accounts, eq(accounts.uid, authors.uid))
    .where(or(eq(authors.uid, from), eq(authors.uid, to)))
  for (const { uid, account } of people) {
    if (!account.email) continue
    const other = people.find((person) => person.uid !== uid)?.name ?? ''
    const about = uid === to ? 'received' : 'given'
    const locale = account.locale ?? 'en'
    await send(transferLetter({ to: account.email, locale, about, id, title, other, site }))
  }
}
