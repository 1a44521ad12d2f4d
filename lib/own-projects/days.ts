import { COUNTED_DAYS, type DayCounts } from '#lib/contract/account.ts'

const DAY_MS = 24 * 3600 * 1000

/** Days from the first counted day (UTC) to the day of a date or time. */
export const dayAt = (time: string, from: string): number =>
  Math.floor((Date.parse(time) - Date.parse(from)) / DAY_MS)

/** All counted days, those without counts included; days outside are left out. */
export function allDays(days: DayCounts[], from: string, length = COUNTED_DAYS): DayCounts[] {
  const byDay = new Map(days.map((counts) => [counts.day, counts]))
  return Array.from({ length }, (_, at) => {
    const day = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, views: 0, downloads: 0, installs: 0 }
  })
}

/** The counts of several days together. */
export function totalOf(days: Omit<DayCounts, 'day'>[]): Omit<DayCounts, 'day'> {
  const total = { views: 0, downloads: 0, installs: 0 }
  for (const { views, downloads, installs } of days) {
    total.views += views
    total.downloads += downloads
    total.installs += installs
  }
  return total
}
