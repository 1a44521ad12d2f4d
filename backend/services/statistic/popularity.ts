import { type SQL, sql } from 'drizzle-orm'
import type { StatisticEvent } from '#lib/contract/statistic.ts'
import { projects } from '#backend/db/schema.ts'

/** An event counts half after this many days. */
const HALF_LIFE_DAYS = 14
const WEIGHTS: Record<StatisticEvent, number> = { view: 1, download: 5, install: 8 }
const DAY_MS = 24 * 3600 * 1000
/** From here time is counted; any fixed moment gives the same order. */
const EPOCH_MS = Date.UTC(2026, 0, 1)

/** How many half-lives lie between the epoch and `at`. */
const age = (at: Date) => (at.getTime() - EPOCH_MS) / DAY_MS / HALF_LIFE_DAYS

/**
 * Popularity is the sum of weight · 2^(−time since the event / half-life). As all sums fade alike,
 * their order does not change with time, so each is kept as log2 Σ weight · 2^((t − epoch) / half-life),
 * which changes only when something happens: no periodic job, and a cursor stays where it was.
 *
 * The popularity of a project whose counts were all made at `at`; a project without any begins with
 * one view at its birth, so that new ones are seen.
 */
export function initialPopularity(counts: Record<StatisticEvent, number>, at: Date): number {
  const sum =
    counts.view * WEIGHTS.view +
    counts.download * WEIGHTS.download +
    counts.install * WEIGHTS.install
  return age(at) + Math.log2(sum + WEIGHTS.view)
}

/** SQL for the popularity after one more event at `at`: log2(2^a + 2^b) without overflow. */
export function popularityAfter(event: StatisticEvent, at: Date): SQL<number> {
  const added = age(at) + Math.log2(WEIGHTS[event])
  const value = sql`${added}::float8`
  return sql`greatest(${projects.popularity}, ${value})
    + ln(1 + power(2, greatest(-abs(${projects.popularity} - ${value}), -1000)::float8)) / ln(2::float8)`
}
