import { createHmac } from 'node:crypto'
import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, jobPayers } from '#backend/db/tables.ts'
import { readSalt } from '#backend/services/limit/salt.ts'

/*
 * Payers of the job queue. Each account is one; accounts younger than a day are one with their network, since
 * one person can register many. Jobs are taken round robin by payer (`claim.ts`).
 */

/** Processor time per hour of a payer, in seconds; its jobs wait behind all others while it is used up. */
export const BUDGET_S = 600
/** Accounts younger than this are counted with their network, in milliseconds. */
const NEW_MS = 24 * 3_600_000
/** Drawings of a payer whose processor time is remembered. */
export const RECENT_MAX = 100
/** A payer without a turn for so many days is forgotten. */
const KEPT_DAYS = 30

export const accountPayer = (uid: string) => `account ${uid}`

/**
 * The payer that an upload counts for. Networks are hashed with the salt of the day, as those of visits are: a hash means nothing
 * once the salt is deleted.
 */
export async function payerNameOf(
  db: Database,
  { uid, network, now }: { uid: string; network: string; now: Date },
): Promise<string> {
  const [account] = await db
    .select({ createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.uid, uid))
  const isNew = account && now.getTime() - account.createdAt.getTime() < NEW_MS
  if (!isNew) return accountPayer(uid)
  const salt = await readSalt(db, now.toISOString().slice(0, 10))
  return `network ${createHmac('sha256', salt).update(network).digest('base64url')}`
}

/** Processor time of a payer that is not refilled yet, in milliseconds: a leaky bucket of `BUDGET_S`, which an hour empties. */
export const debtNow = (): SQL => sql`
  greatest(0, ${jobPayers.debtMs}
    - extract(epoch FROM now() - ${jobPayers.debtAt}) * ${(BUDGET_S * 1000) / 3600}::float8)`

export type JobCost = {
  /** Processor time, in milliseconds. */
  cpuMs: number
  /** Of it that of each drawing, in their order. */
  drawings: readonly number[]
}

/** Charges a payer for processor time that a worker has measured. A single statement. */
export async function charge(
  db: Database | Transaction,
  payer: string,
  { cpuMs, drawings }: JobCost,
): Promise<void> {
  if (cpuMs <= 0) return
  const newest = drawings.slice(-RECENT_MAX).toReversed()
  const costs = sql`${`{${newest.join(',')}}`}::real[]`
  const recent = sql`(${costs} || ${jobPayers.recentMs})[1:${sql.raw(String(RECENT_MAX))}]`
  const meanOf = (list: SQL) =>
    sql`coalesce((SELECT avg(ms) FROM unnest(${list}) AS recent(ms)), 0)`
  await db
    .insert(jobPayers)
    .values({
      payer,
      turnAt: sql`now()`,
      debtMs: cpuMs,
      debtAt: sql`now()`,
      recentMs: costs,
      recentCount: newest.length,
      meanMs: meanOf(costs),
    })
    .onConflictDoUpdate({
      target: jobPayers.payer,
      set: {
        debtMs: sql`${debtNow()} + ${cpuMs}::float8`,
        debtAt: sql`now()`,
        recentMs: recent,
        recentCount: sql`cardinality(${recent})`,
        meanMs: meanOf(recent),
      },
    })
}

/** Deletes the payers that have had no turn for a month. */
export async function sweepPayers(db: Database): Promise<void> {
  await db
    .delete(jobPayers)
    .where(lt(jobPayers.turnAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
}
