import { inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { files, jobs, jobPayers } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { BUDGET_S, debtNow, RECENT_MAX } from './payers.ts'

/** A worker that does not renew its lease for this long counts as dead, in seconds. */
export const LEASE_S = 60
/** Processor time after which a job loses its place, in milliseconds: the other payers have their turns. */
export const SLICE_MS = 2_000
/** A job that is estimated to take less waits for no long one, in milliseconds of processor time. */
export const QUICK_MS = 1_000
/** A drawing is taken to cost so much until others are known, in milliseconds. */
const DRAWING_MS = 5
/** The last drawings of the site: so many each of the payers that had a turn last, so that none sets the estimate of the others. */
const OF_EACH_PAYER = 10

/** Jobs that one claim tries to lock, in their order: others may be claimed at the same time. */
const CANDIDATES = 50

const claimedSchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  payer: z.string(),
})
/** A job that only this worker may run while it renews its lease. */
export type ClaimedJob = z.infer<typeof claimedSchema> & { worker: string }

export type Wanted = {
  names: string[]
  /** Only jobs that are estimated to take less than `QUICK_MS` and have not lost their place. */
  isQuick?: boolean
  /** Jobs of these names that a payer may have running at the same time, on all backends. */
  perPayer?: number
}

/** Median processor time of the last drawings of the site, in milliseconds. Missing ones count as usual ones. */
const siteMs = sql`
  SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms FROM (
    SELECT ms FROM (
      SELECT unnest(recent_ms[1:${sql.raw(String(OF_EACH_PAYER))}]) AS ms, 0 AS rank
      FROM (SELECT recent_ms FROM ${jobPayers} ORDER BY turn_at DESC
        LIMIT ${RECENT_MAX / OF_EACH_PAYER}) AS active
      UNION ALL SELECT ${DRAWING_MS}, 1 FROM generate_series(1, ${RECENT_MAX})) AS drawings
    ORDER BY rank LIMIT ${RECENT_MAX}) AS known`

/**
 * The payer of a job. Rows of the release before have none, nor has work that no account asked for: that of their file's owner.
 */
const payerOfJob = sql`coalesce(${jobs.payer},
  (SELECT 'account ' || owner_uid FROM ${files} WHERE ${files.id} = ${jobs.subject}), '')`

/** Estimated processor time of the drawings that are left: by the last ones of the payer, and as much as ten of the site. */
const estimateMs = sql`(${jobs.total} - ${jobs.done})
  * (coalesce(${jobPayers.recentCount} * ${jobPayers.meanMs}, 0) + ${OF_EACH_PAYER} * (SELECT ms FROM site))
  / (coalesce(${jobPayers.recentCount}, 0) + ${OF_EACH_PAYER})`

const isQuickJob = sql` AND ${jobs.total} > 0 AND ${jobs.spentMs} < ${SLICE_MS}
  AND ${estimateMs} < ${QUICK_MS}`

const hasFreePlace = (names: string[], perPayer: number): SQL => sql` AND queued.share NOT IN (
  SELECT share FROM ${jobs} WHERE ${inArray(jobs.name, names)} AND share IS NOT NULL AND leased_until >= now()
  GROUP BY share HAVING count(*) >= ${perPayer})`

/**
 * Claims the next job that is due and not leased: first of payers within their budget, then by priority, then of the payer whose last
 * turn was longest ago. A single statement, so that it works over one connection; with `SKIP LOCKED`, so that several backends never wait
 * for each other, unless the places of a payer are counted: two claims at once would both take its last one. All times are the
 * database's, since the clocks of backends may differ.
 */
export async function claim(
  db: Database | Transaction,
  wanted: Wanted,
): Promise<ClaimedJob | null> {
  if (!(await hasFree(db, wanted.names))) return null
  if (wanted.perPayer === undefined) return claimNow(db, wanted)
  return db.transaction(async (tx) => {
    const lock = `claim ${wanted.names.join(' ')}`
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
    return claimNow(tx, wanted)
  })
}

// `due_at` has whole milliseconds, and may have been rounded up: a job that was just enqueued is due.
const isFree = sql`${jobs.dueAt} <= now()::timestamptz(3) AND (${jobs.leasedUntil} IS NULL OR ${jobs.leasedUntil} < now())`

/** Whether there is any job to claim: mostly there is none, and this takes a fifth of the time of a claim. */
async function hasFree(db: Database | Transaction, names: string[]): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`SELECT FROM ${jobs} WHERE ${inArray(jobs.name, names)} AND ${isFree} LIMIT 1`,
  )
  return rowCount !== 0
}

async function claimNow(
  db: Database | Transaction,
  { names, isQuick = false, perPayer }: Wanted,
): Promise<ClaimedJob | null> {
  const worker = newId()
  const { rows } = await db.execute(sql`
    WITH site AS (${siteMs}),
    first AS (
      SELECT ${jobs.id} AS id, queued.share AS share, ${jobs.priority} AS priority, ${jobs.dueAt} AS due_at,
        coalesce(${debtNow()}, 0) >= ${BUDGET_S * 1000} AS is_over, ${jobPayers.turnAt} AS turn_at
      FROM ${jobs} CROSS JOIN LATERAL (SELECT ${payerOfJob} AS share) AS queued
      LEFT JOIN ${jobPayers} ON ${jobPayers.payer} = queued.share
      WHERE ${inArray(jobs.name, names)} AND ${isFree}
        ${isQuick ? isQuickJob : sql``}${perPayer ? hasFreePlace(names, perPayer) : sql``}
      ORDER BY is_over, priority, turn_at NULLS FIRST, due_at, id LIMIT ${CANDIDATES}),
    next AS (
      SELECT ${jobs.id} AS id, first.share FROM first JOIN ${jobs} ON ${jobs.id} = first.id
      WHERE ${isFree} ORDER BY first.is_over, first.priority, first.turn_at NULLS FIRST, first.due_at, first.id
      LIMIT 1 FOR UPDATE OF ${jobs} SKIP LOCKED),
    turn AS (
      INSERT INTO ${jobPayers} (share, turn_at, debt_at)
      SELECT share, clock_timestamp(), now() FROM next
      ON CONFLICT (share) DO UPDATE SET turn_at = excluded.turn_at)
    UPDATE ${jobs} SET worker = ${worker}, attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${LEASE_S})
    FROM next WHERE ${jobs.id} = next.id
    RETURNING ${jobs.id}, ${jobs.name}, ${jobs.subject}, ${jobs.attempts}, next.share AS payer`)
  const [row] = rows
  return row ? { ...claimedSchema.parse(row), worker } : null
}
