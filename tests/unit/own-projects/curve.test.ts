import { describe, expect, it } from 'vitest'
import { areaPath, CURVE, curvePath } from '#lib/own-projects/curve.ts'

/** The numbers of path data, in pairs. */
function pointsOf(path: string) {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? []
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[2 * at] ?? Number.NaN,
    y: numbers[2 * at + 1] ?? Number.NaN,
  }))
}

const LAST = CURVE.height - 2

describe('a curve', () => {
  it('goes from the left to the right edge, and is higher where more was counted', () => {
    expect(curvePath([0, 5, 10], 10)).toBe(`M0 ${LAST} 145 28 290 2`)
  })

  it('of nothing but zeros is a line at the bottom', () => {
    const points = pointsOf(
      curvePath(
        Array.from({ length: 30 }, () => 0),
        0,
      ),
    )
    expect(points).toHaveLength(30)
    expect(new Set(points.map(({ y }) => y))).toEqual(new Set([LAST]))
  })

  it('of one day is a level line over the whole width', () => {
    expect(pointsOf(curvePath([7], 7))).toEqual([
      { x: 0, y: 2 },
      { x: CURVE.width, y: 2 },
    ])
  })

  it('of no day is empty', () => {
    expect(curvePath([], 0)).toBe('')
    expect(areaPath([], 0)).toBe('')
  })

  it.each([
    ['huge numbers', [0, Number.MAX_SAFE_INTEGER, 3], Number.MAX_SAFE_INTEGER],
    ['one event beside a million', [1, 1_000_000, 0], 1_000_000],
    ['values above the peak', [5, 50, 500], 10],
  ])('stays in its box: %s', (_, values, peak) => {
    for (const { x, y } of [
      ...pointsOf(curvePath(values, peak)),
      ...pointsOf(areaPath(values, peak)),
    ]) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(CURVE.width)
      expect(y).toBeGreaterThanOrEqual(2)
      expect(y).toBeLessThanOrEqual(CURVE.height)
    }
  })

  it('has an area that ends at the lower corners', () => {
    expect(areaPath([0, 10], 10)).toBe(`M0 ${LAST} 290 2 290 56 0 56Z`)
  })
})
