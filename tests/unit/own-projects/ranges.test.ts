import { describe, expect, it } from 'vitest'
import type { ProjectFigures } from '#lib/contract/figures/figures.ts'
import { figuresCsv, figuresIn, rangeOf } from '#lib/own-projects/ranges.ts'

/** 400 days until 4 February 2026. */
const FROM = '2025-01-01'
const day = (text: string, views: number) => ({ day: text, views, downloads: 1, installs: 0 })
const build = (...days: ProjectFigures['days']): ProjectFigures => ({
  from: FROM,
  days,
  months: [{ month: '2024-11', views: 9, downloads: 2, installs: 1 }],
  versions: [],
})

describe('a range of figures', () => {
  it('has all of its days, and the total of as many days before', () => {
    const figures = build(day('2025-12-07', 5), day('2026-01-05', 7), day('2026-01-06', 40))
    const { from, days, total, before } = figuresIn(figures, 30)
    expect([from, days.length, days.at(-1)?.day]).toEqual(['2026-01-06', 30, '2026-02-04'])
    expect(total).toEqual({ views: 40, downloads: 1, installs: 0 })
    expect(before).toEqual({ views: 12, downloads: 2, installs: 0 })
  })

  it('of 400 days is compared with nothing: the days before are months', () => {
    expect(figuresIn(build(), 400)).toMatchObject({ from: FROM, before: null })
  })

  it.each([
    [29, false],
    [28, true],
  ])('of %i views and one download is too little to compare: %s', (views, isLittle) => {
    expect(figuresIn(build(day('2026-02-01', views)), 30).isLittle).toBe(isLittle)
  })

  it.each([
    ['90', 90],
    ['400', 400],
    ['31', 30],
    [undefined, 30],
  ])('that an address names as %s is one of %i days', (text, range) => {
    expect(rangeOf(text)).toBe(range)
  })
})

describe('figures as CSV', () => {
  it('have a row for each day, and of 400 days the months before', () => {
    const figures = build(day('2026-02-04', 3))
    const lines = figuresCsv(figures, 30).split('\r\n')
    expect(lines).toHaveLength(32)
    expect([lines[0], lines[1], lines[30], lines[31]]).toEqual([
      'period,views,downloads,installs',
      '2026-01-06,0,0,0',
      '2026-02-04,3,1,0',
      '',
    ])
    expect(figuresCsv(figures, 400).split('\r\n')[1]).toBe('2024-11,9,2,1')
  })
})
