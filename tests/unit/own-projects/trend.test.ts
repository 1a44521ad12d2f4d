import { describe, expect, it } from 'vitest'
import { allDays, dayAt, totalOf } from '#lib/own-projects/days.ts'
import { changeOf, trendOf } from '#lib/own-projects/trend.ts'

const FROM = '2026-05-03'
const on = (day: string, views: number, downloads = 0, installs = 0) => ({
  day,
  views,
  downloads,
  installs,
})

describe('the trend of a project', () => {
  it('compares the last 15 days with the 15 before; downloads weigh 5, installations 8', () => {
    const days = [on('2026-05-17', 2, 1), on('2026-05-18', 0, 0, 2), on('2026-06-01', 4)]
    expect(trendOf(days, FROM)).toEqual({ recent: 20, before: 7 })
  })

  it('is level without any counts', () => {
    expect(trendOf([], FROM)).toEqual({ recent: 0, before: 0 })
  })

  it('is a share of what was before, and unknown if there was nothing', () => {
    expect(changeOf({ recent: 15, before: 10 })).toBe(0.5)
    expect(changeOf({ recent: 0, before: 10 })).toBe(-1)
    expect(changeOf({ recent: 4, before: 0 })).toBeNull()
    expect(changeOf({ recent: 2_000_000_000, before: 1 })).toBe(9.99)
  })
})

describe('the counted days', () => {
  it('are thirty, with zeros where nothing was counted; other days are left out', () => {
    const days = allDays([on('2026-05-04', 3), on('2026-04-01', 9)], FROM)
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual(on('2026-05-03', 0))
    expect(days[1]).toEqual(on('2026-05-04', 3))
    expect(days.at(-1)).toEqual(on('2026-06-01', 0))
    expect(totalOf(days)).toEqual({ views: 3, downloads: 0, installs: 0 })
  })

  it('end at midnight in UTC', () => {
    expect(dayAt('2026-05-03T23:59:59.999Z', FROM)).toBe(0)
    expect(dayAt('2026-05-04T00:00:00.000Z', FROM)).toBe(1)
    expect(dayAt('2026-06-01', FROM)).toBe(29)
  })
})
