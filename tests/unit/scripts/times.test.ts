import { expect, it, vi } from 'vitest'
import { judgeTime } from '#scripts/test/times.ts'

const RECORDED = {
  'the same work on two processors': 1,
  'production build': 100,
  'tests/unit/a.test.ts': 4,
}
vi.mock('#scripts/test/figures.ts', () => ({
  readFigures: () =>
    Promise.resolve(Object.entries(RECORDED).map(([what, n]) => [what, String(n)])),
}))

const files = new Map([
  ['tests/unit/a.test.ts', 30],
  ['tests/unit/b.test.ts', 5],
])
const judge = (all: number, { build = 100, pace = 1 }) =>
  judgeTime(
    [
      ['production build', build],
      ['all --both', all],
    ],
    files,
    [0.9, pace, 1],
  )

it('a run within its budget, or as far above as runs of one tree differ, passes', async () => {
  expect(await judge(827, {})).toEqual([])
})

it('a run beyond its budget fails, and names the files that grew most', async () => {
  expect(await judge(829, { build: 98, pace: 0.9 })).toEqual([
    'all --both: 829.0 of 720 s; grew most: tests/unit/a.test.ts (+26.0), tests/unit/b.test.ts (+4.0)',
  ])
})

it.each([
  ['builds', { build: 108 }],
  ['works', { pace: 1.08 }],
])('a machine that %s slower by a part has that much more time', async (_, machine) => {
  expect(await judge(894, machine)).toEqual([])
  expect(await judge(895, machine)).toHaveLength(1)
})

it.each([
  ['is busy at one moment', { pace: 1.2 }],
  ['builds slowly', { build: 130 }],
  ['was never recorded', { build: Number.NaN }],
])('a run on a machine that %s is not judged, and says so', async (_, machine) => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  expect(await judge(2000, machine)).toEqual([])
  expect(print.mock.lastCall?.[0]).toContain('Not judged')
})
