import { expect, it } from 'vitest'
import { initialPopularity } from '#backend/services/statistic/popularity.ts'

const NONE = { view: 0, download: 0, install: 0 }
const day = (number: number) => new Date(Date.UTC(2026, 0, number))
/** Popularity of events on one day, as a multiple of one view on the first of January. */
const weightOf = (counts: Partial<typeof NONE>, on = day(1), from = on) =>
  2 ** initialPopularity({ ...NONE, ...counts }, { from, until: on })

it('counts a view once, a download five times, an installation eight times, and one view for a new project', () => {
  expect(weightOf({})).toBeCloseTo(1)
  expect(weightOf({ view: 3 })).toBeCloseTo(1 + 3)
  expect(weightOf({ download: 3 })).toBeCloseTo(1 + 15)
  expect(weightOf({ install: 3 })).toBeCloseTo(1 + 24)
  expect(weightOf({ view: 1, download: 1, install: 1 })).toBeCloseTo(1 + 14)
})

it('halves with every 14 days of age', () => {
  expect(weightOf({}, day(15))).toBeCloseTo(2, 6)
  expect(weightOf({}, day(29))).toBeCloseTo(4, 6)
})

it('spreads events evenly over their period', () => {
  const days = Array.from({ length: 1400 }, (_, index) => index / 100)
  const mean = days.map((age) => 2 ** (-age / 14)).reduce((sum, each) => sum + each / 1400, 0)
  expect(weightOf({ view: 9 }, day(1), day(1 - 14))).toBeCloseTo(10 * mean, 2)
})
