import { COUNTED_DAYS, type DayCounts } from '#lib/contract/account.ts'
import { WEIGHTS } from '#lib/contract/statistic.ts'
import { dayAt } from './days.ts'

/** Days of each half of the counted days. */
export const TREND_DAYS = COUNTED_DAYS / 2

/** Weighted events of the later and of the earlier half of the counted days. */
export type Trend = { recent: number; before: number }

/** @param from the first counted day. The backend sorts by `recent - before`. */
export function trendOf(days: DayCounts[], from: string): Trend {
  const trend = { recent: 0, before: 0 }
  for (const { day, views, downloads, installs } of days) {
    const weight = views * WEIGHTS.view + downloads * WEIGHTS.download + installs * WEIGHTS.install
    trend[dayAt(day, from) < TREND_DAYS ? 'before' : 'recent'] += weight
  }
  return trend
}

/** Highest change that is named; more than that is noise of small numbers. */
const CHANGE_MAX = 9.99

/** Change from the earlier to the later half as a share of the earlier one, at most tenfold; `null` if there was nothing. */
export const changeOf = ({ recent, before }: Trend): number | null =>
  before === 0 ? null : Math.min((recent - before) / before, CHANGE_MAX)
