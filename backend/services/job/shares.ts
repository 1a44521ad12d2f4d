import { createHmac } from 'node:crypto'
import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, jobShares } from '#backend/db/tables.ts'
import { readSalt } from '#backend/services/limit/salt.ts'

/*
 * Shares of the job queue. Each account has one; accounts younger than a day share that of their network, since registration is open
 * many of them. Jobs are taken round robin by share (`claim.ts`).
 */

/** Processor time per hour of a share, in seconds; its jobs wait behind all others while it is used up. */
export const BUDGET_S = 600
/** Accounts younger than this have the share of their network, in milliseconds. */
const NEW_MS = 24 * 3_600_000
/** Drawings of a share whose processor time is remembered. */
export const RECENT_MAX = 100
/** A share without a turn for so many days is forgotten. */
const KEPT_DAYS = 30

export const accountShare = (uid: string) => `account ${uid}`

/**
 * The share that an upload counts for. Networks are hashed with the salt of the day, as those of visits are: a hash means nothing
 * once the salt is deleted.
 */
export async function shareOf(
  db: Database,
  { uid, network, now }: { uid: string; network: string; now: Date },
): Promise<string> {
  const [account] = await db
    .select({ createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.uid, uid))
  const isNew = account && now.getTime() - account.createdAt.getTime() < NEW_MS
  if (!isNew) return accountShare(uid)
  const salt = await readSalt(db, now.toISOString().slice(0, 10))
  return `network ${createHmac('sha256', salt).update(network).digest('base64url')}`
}

/** Processor time of a share that is not refilled yet, in milliseconds: a leaky bucket of `BUDGET_S`, which an hour empties. */
export const debtNow = (): SQL => sql`
  greatest(0, ${jobShares.debtMs}
    - extract(epoch FROM now() - ${jobShares.debtAt}) * ${(BUDGET_S * 1000) / 3600}::float8)`

export type Cost = {
  /** Processor time, in milliseconds. */
  cpuMs: number
  /** Of it that of each drawing, in their order. */
  drawings: readonly number[]
}

/** Charges a share for processor time that a worker has measured. A single statement. */
export async function charge(
  db: Database | Transaction,
  share: string,
  { cpuMs, drawings }: Cost,
): Promise<void> {
  if (cpuMs <= 0) return
  const newest = drawings.slice(-RECENT_MAX).toReversed()
  const costs = sql`${`{${newest.join(',')}}`}::real[]`
  const recent = sql`(${costs} || ${jobShares.recentMs})[1:${sql.raw(String(RECENT_MAX))}]`
  const meanOf = (list: SQL) =>
    sql`coalesce((SELECT avg(ms) FROM unnest(${list}) AS recent(ms)), 0)`
  await db
    .insert(jobShares)
    .values({
      share,
      turnAt: sql`now()`,
      debtMs: cpuMs,
      debtAt: sql`now()`,
      recentMs: costs,
      recentCount: newest.length,
      meanMs: meanOf(costs),
    })
    .onConflictDoUpdate({
      target: jobShares.share,
      set: {
        debtMs: sql`${debtNow()} + ${cpuMs}::float8`,
        debtAt: sql`now()`,
        recentMs: recent,
        recentCount: sql`cardinality(${recent})`,
        meanMs: meanOf(recent),
      },
    })
}

/** Deletes the shares that have had no turn for a month. */
export async function sweepShares(db: Database): Promise<void> {
  await db
    .delete(jobShares)
    .where(lt(jobShares.turnAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
}
