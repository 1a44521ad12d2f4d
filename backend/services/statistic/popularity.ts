import { type SQL, sql } from 'drizzle-orm'
import { type StatisticEvent, WEIGHTS } from '#lib/contract/statistic.ts'
import { projects } from '#backend/db/tables.ts'

/** The weight of an event halves every this many days. */
const HALF_LIFE_DAYS = 14
const DAY_MS = 24 * 3600 * 1000
/** Origin of the time axis; arbitrary, since it does not affect the order. */
const EPOCH_MS = Date.UTC(2026, 0, 1)

/** Half-lives between the epoch and `at`. */
const halfLives = (at: Date) => (at.getTime() - EPOCH_MS) / DAY_MS / HALF_LIFE_DAYS

/** When events happened: evenly spread over a time; `from` and `until` may be the same. */
export type Period = { from: Date; until: Date }

/**
 * The popularity of a project whose events happened in a period, plus one view, so that new projects
 * are visible.
 *
 * Popularity is the sum of weight · 2^(−age of the event / half-life). All sums decay at the same rate,
 * so their order does not change over time. Stored is log2 Σ weight · 2^((t − epoch) / half-life), which
 * only changes with an event: no periodic job is needed, and cursors stay valid.
 */
export function initialPopularity(
  counts: Record<StatisticEvent, number>,
  { from, until }: Period,
): number {
  const sum =
    counts.view * WEIGHTS.view +
    counts.download * WEIGHTS.download +
    counts.install * WEIGHTS.install
  return (
    Math.log2(sum + WEIGHTS.view) +
    halfLives(until) +
    log2OfMean(halfLives(until) - halfLives(from))
  )
}

/** log2 of the mean of 2^−t for t from 0 to `length`: the integral, divided by its length. */
const log2OfMean = (length: number) =>
  length <= 0 ? 0 : Math.log2((1 - 2 ** -length) / (length * Math.LN2))

/** SQL for the popularity after an event at `at`: log2(2^a + 2^b) without overflow. */
export function popularityAfter(event: StatisticEvent, at: Date): SQL<number> {
  const increment = halfLives(at) + Math.log2(WEIGHTS[event])
  const value = sql`${increment}::float8`
  return sql`greatest(${projects.popularity}, ${value})
    + ln(1 + power(2, greatest(-abs(${projects.popularity} - ${value}), -1000)::float8)) / ln(2::float8)`
}
