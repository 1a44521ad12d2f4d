import { describe, expect, it } from 'vitest'
import { labelledMarks, placeMarks } from '#lib/own-projects/marks.ts'

const FROM = '2026-05-03'
const at = (version: string, time: string) => ({ version, at: time })

describe('the versions on the time axis', () => {
  it('stand on their day, those of one day together', () => {
    expect(
      placeMarks(
        [
          at('1.2.0', '2026-06-01T23:00:00Z'),
          at('1.1.0', '2026-06-01T01:00:00Z'),
          at('1.0.0', '2026-05-03T00:00:00Z'),
        ],
        FROM,
      ),
    ).toEqual([
      { at: 1, versions: ['1.2.0', '1.1.0'] },
      { at: 0, versions: ['1.0.0'] },
    ])
  })

  it('stay on the axis whatever their time', () => {
    const marks = placeMarks(
      [at('2.0.0', '2030-01-01T00:00:00Z'), at('1.0.0', '2000-01-01T00:00:00Z')],
      FROM,
    )
    expect(marks.map((mark) => mark.at)).toEqual([1, 0])
  })

  it('have a label for the newest of each half, so that none covers another', () => {
    const days = ['05-30', '05-20', '05-10', '05-05']
    const marks = placeMarks(
      days.map((day, index) => at(`1.${9 - index}.0`, `2026-${day}T12:00:00Z`)),
      FROM,
    )
    expect(labelledMarks(marks).map(({ versions }) => versions[0])).toEqual(['1.9.0', '1.7.0'])
    expect(labelledMarks([])).toEqual([])
  })
})
