import { inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { files, jobs, jobShares } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { BUDGET_S, debtNow, RECENT_MAX } from './shares.ts'

/** A worker that does not renew its lease for this long counts as dead, in seconds. */
export const LEASE_S = 60
/** Processor time after which a job loses its place, in milliseconds: the other shares have their turns. */
export const SLICE_MS = 2_000
/** A job that is estimated to take less waits for no long one, in milliseconds of processor time. */
export const QUICK_MS = 1_000
/** A drawing is taken to cost so much until others are known, in milliseconds. */
const DRAWING_MS = 5
/** The last drawings of the site: so many each of the shares that had a turn last, so that none sets the estimate of the others. */
const OF_EACH_SHARE = 10

/** Jobs that one claim tries to lock, in their order: others may be claimed at the same time. */
const CANDIDATES = 50

const claimedSchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  share: z.string(),
})
/** A job that only this worker may run while it renews its lease. */
export type ClaimedJob = z.infer<typeof claimedSchema> & { worker: string }

export type Wanted = {
  names: string[]
  /** Only jobs that are estimated to take less than `QUICK_MS` and have not lost their place. */
  isQuick?: boolean
  /** Jobs of these names that a share may have running at the same time, on all backends. */
  perShare?: number
}

/** Median processor time of the last drawings of the site, in milliseconds. Missing ones count as usual ones. */
const siteMs = sql`
  SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms FROM (
    SELECT ms FROM (
      SELECT unnest(recent_ms[1:${sql.raw(String(OF_EACH_SHARE))}]) AS ms, 0 AS rank
      FROM (SELECT recent_ms FROM ${jobShares} ORDER BY turn_at DESC
        LIMIT ${RECENT_MAX / OF_EACH_SHARE}) AS active
      UNION ALL SELECT ${DRAWING_MS}, 1 FROM generate_series(1, ${RECENT_MAX})) AS drawings
    ORDER BY rank LIMIT ${RECENT_MAX}) AS known`

/**
 * The share of a job. Rows of the release before have none, nor has work that no account asked for: that of their file's owner.
 */
const shareOfJob = sql`coalesce(${jobs.share},
  (SELECT 'account ' || owner_uid FROM ${files} WHERE ${files.id} = ${jobs.subject}), '')`

/** Estimated processor time of the drawings that are left: by the last ones of the share, and as much as ten of the site. */
const estimateMs = sql`(${jobs.total} - ${jobs.done})
  * (coalesce(${jobShares.recentCount} * ${jobShares.meanMs}, 0) + ${OF_EACH_SHARE} * (SELECT ms FROM site))
  / (coalesce(${jobShares.recentCount}, 0) + ${OF_EACH_SHARE})`

const isQuickJob = sql` AND ${jobs.total} > 0 AND ${jobs.spentMs} < ${SLICE_MS}
  AND ${estimateMs} < ${QUICK_MS}`

const hasFreePlace = (names: string[], perShare: number): SQL => sql` AND queued.share NOT IN (
  SELECT share FROM ${jobs} WHERE ${inArray(jobs.name, names)} AND share IS NOT NULL AND leased_until >= now()
  GROUP BY share HAVING count(*) >= ${perShare})`

/**
 * Claims the next job that is due and not leased: first of shares within their budget, then by priority, then of the share whose last
 * turn was longest ago. A single statement, so that it works over one connection; with `SKIP LOCKED`, so that several backends never wait
 * for each other, unless the places of a share are counted: two claims at once would both take its last one. All times are the
 * database's, since the clocks of backends may differ.
 */
export async function claim(
  db: Database | Transaction,
  wanted: Wanted,
): Promise<ClaimedJob | null> {
  if (!(await hasFree(db, wanted.names))) return null
  if (wanted.perShare === undefined) return claimNow(db, wanted)
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
  { names, isQuick = false, perShare }: Wanted,
): Promise<ClaimedJob | null> {
  const worker = newId()
  const { rows } = await db.execute(sql`
    WITH site AS (${siteMs}),
    first AS (
      SELECT ${jobs.id} AS id, queued.share AS share, ${jobs.priority} AS priority, ${jobs.dueAt} AS due_at,
        coalesce(${debtNow()}, 0) >= ${BUDGET_S * 1000} AS is_over, ${jobShares.turnAt} AS turn_at
      FROM ${jobs} CROSS JOIN LATERAL (SELECT ${shareOfJob} AS share) AS queued
      LEFT JOIN ${jobShares} ON ${jobShares.share} = queued.share
      WHERE ${inArray(jobs.name, names)} AND ${isFree}
        ${isQuick ? isQuickJob : sql``}${perShare ? hasFreePlace(names, perShare) : sql``}
      ORDER BY is_over, priority, turn_at NULLS FIRST, due_at, id LIMIT ${CANDIDATES}),
    next AS (
      SELECT ${jobs.id} AS id, first.share FROM first JOIN ${jobs} ON ${jobs.id} = first.id
      WHERE ${isFree} ORDER BY first.is_over, first.priority, first.turn_at NULLS FIRST, first.due_at, first.id
      LIMIT 1 FOR UPDATE OF ${jobs} SKIP LOCKED),
    turn AS (
      INSERT INTO ${jobShares} (share, turn_at, debt_at)
      SELECT share, clock_timestamp(), now() FROM next
      ON CONFLICT (share) DO UPDATE SET turn_at = excluded.turn_at)
    UPDATE ${jobs} SET worker = ${worker}, attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${LEASE_S})
    FROM next WHERE ${jobs.id} = next.id
    RETURNING ${jobs.id}, ${jobs.name}, ${jobs.subject}, ${jobs.attempts}, next.share`)
  const [row] = rows
  return row ? { ...claimedSchema.parse(row), worker } : null
}
