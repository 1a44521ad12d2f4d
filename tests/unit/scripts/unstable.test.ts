import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { overdueOf } from '#scripts/gate/unstable.ts'

const table = (...rows: string[]) =>
  ['| Date | Test | Cause | Fixed by |', '| --- | --- | --- | --- |', ...rows].join('\n')
const NOW = Date.parse('2026-12-10')

it('an unstable test is overdue after seven days without a fix', () => {
  const text = table(
    '| 2026-12-02 | a.spec.ts | unknown |  |',
    '| 2026-12-03 | b.spec.ts | unknown |  |',
    '| 2026-11-01 | c.spec.ts | a window of a second | 94dd7b37 |',
  )
  expect(overdueOf(text, NOW)).toEqual(['2026-12-02 a.spec.ts'])
})

it('a row without a date is refused', () => {
  expect(() => overdueOf(table('| yesterday | a | b |  |'), NOW)).toThrow(/yesterday/)
})

it('the list can be read', () => {
  expect(overdueOf(readFileSync('docs/unstable-tests.md', 'utf8'), 0)).toEqual([])
})
