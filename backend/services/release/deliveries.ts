import { and, asc, desc, eq, not, notExists, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { jobs, projects, releaseDeliveries } from '#backend/db/tables.ts'
import { type Delivery, DELIVERIES_MAX, type ReleaseOrigin } from '#lib/contract/release.ts'
import { newId } from '#backend/db/new-id.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { accountPayer } from '#backend/services/job/payers.ts'

/** Name of the job that reads a release. */
export const RELEASE_JOB = 'release' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [RELEASE_JOB]: true
  }
}

export type DeliveryRow = typeof releaseDeliveries.$inferSelect
type New = {
  projectId: string
  origin: ReleaseOrigin
  /** Id that its sender gave it; taken once per project. */
  deliveryId: string
  tag: string | null
  now: Date
}

/**
 * Records a delivery and the job that reads its release. The oldest ones of the project are deleted.
 * @param admit throws if the delivery is not to be taken: one too many. It is not asked for a repeated one, so that a replay does not
 * count against a limit.
 * @returns `null` if the project has had the delivery before.
 */
export async function addDelivery(
  db: Database,
  { projectId, origin, deliveryId, tag, now }: New,
  admit: () => Promise<void> = () => Promise.resolve(),
): Promise<DeliveryRow | null> {
  const id = newId()
  const state = 'waiting'
  const [row] = await db
    .insert(releaseDeliveries)
    .values({ id, projectId, origin, deliveryId, tag, state, receivedAt: now })
    .onConflictDoNothing()
    .returning()
  if (!row) return null
  try {
    await admit()
  } catch (error) {
    await db.delete(releaseDeliveries).where(eq(releaseDeliveries.id, id))
    throw error
  }
  // Without its job, after a crash, `resumeDeliveries` takes it up.
  await db.transaction(async (tx) => {
    await deleteOldest(tx, projectId)
    const priority = origin === 'daily' ? PRIORITY.later : PRIORITY.soon
    const payer = await payerOfProject(tx, projectId)
    await enqueue(tx, { name: RELEASE_JOB, subject: id, priority, payer })
  })
  return row
}

/** Jobs of releases take turns by the account of the project. */
async function payerOfProject(tx: Database | Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ uid: projects.authorUid })
    .from(projects)
    .where(eq(projects.id, id))
  return row ? accountPayer(row.uid) : null
}

/** Webhooks of GitHub carry no time: they are kept longer than listed, so that an old one is not taken for a new one. */
const WEBHOOKS_MAX = 1000

async function deleteOldest(tx: Transaction, projectId: string): Promise<void> {
  const isOfProject = eq(releaseDeliveries.projectId, projectId)
  const isWebhook = eq(releaseDeliveries.origin, 'github')
  const { id, receivedAt } = releaseDeliveries
  for (const [isOfOrigin, max] of [
    [not(isWebhook), DELIVERIES_MAX],
    [isWebhook, WEBHOOKS_MAX],
  ] as const) {
    const where = and(isOfProject, isOfOrigin)
    await keepFirst(tx, releaseDeliveries, { id, where, order: [desc(receivedAt), desc(id)], max })
  }
}

/** Deliveries whose jobs are added at a time. */
const RESUMED_MAX = 500

/**
 * Adds the jobs of waiting deliveries that have none: a backend of the release before, which runs beside this one while it is replaced,
 * drops jobs that it does not know.
 * @returns how many.
 */
export async function resumeDeliveries(db: Database): Promise<number> {
  const isOfDelivery = and(eq(jobs.name, RELEASE_JOB), eq(jobs.subject, releaseDeliveries.id))
  const rows = await db
    .select({ id: releaseDeliveries.id, projectId: releaseDeliveries.projectId })
    .from(releaseDeliveries)
    .where(
      and(
        eq(releaseDeliveries.state, 'waiting'),
        notExists(
          db
            .select({ exists: sql`1` })
            .from(jobs)
            .where(isOfDelivery),
        ),
      ),
    )
    .orderBy(asc(releaseDeliveries.receivedAt))
    .limit(RESUMED_MAX)
  for (const { id, projectId } of rows) {
    const payer = await payerOfProject(db, projectId)
    await enqueue(db, { name: RELEASE_JOB, subject: id, priority: PRIORITY.later, payer })
  }
  return rows.length
}

type Outcome = Partial<Pick<DeliveryRow, 'state' | 'reason' | 'details' | 'version' | 'tag'>>

/** Records what became of a delivery, unless that is known already. @returns whether it was still waiting. */
export async function settle(
  db: Database | Transaction,
  id: string,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const isFinal = outcome.state !== undefined && outcome.state !== 'waiting'
  const { rowCount } = await db
    .update(releaseDeliveries)
    .set({ ...outcome, finishedAt: isFinal ? now : null })
    .where(and(eq(releaseDeliveries.id, id), eq(releaseDeliveries.state, 'waiting')))
  return (rowCount ?? 0) > 0
}

/** Settles a delivery whose job is given up, with the reason of its last attempt. @returns whether it was still waiting. */
export async function giveUp(db: Database, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(releaseDeliveries)
    .set({
      state: 'failed',
      reason: sql`coalesce(${releaseDeliveries.reason}, 'internal')`,
      finishedAt: now,
    })
    .where(and(eq(releaseDeliveries.id, id), eq(releaseDeliveries.state, 'waiting')))
  return (rowCount ?? 0) > 0
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  origin: row.origin,
  tag: row.tag,
  version: row.version,
  state: row.state,
  reason: row.reason,
  details: row.details,
  received_at: row.receivedAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
})
