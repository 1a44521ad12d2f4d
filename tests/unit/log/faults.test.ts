import { expect, it } from 'vitest'
import { createFaultLog } from '#lib/log/faults.ts'

function aLog() {
  const lines: [string, object, string][] = []
  let now = 0
  const faults = createFaultLog(
    {
      error: (about, message) => lines.push(['error', about, message]),
      warn: (about, message) => lines.push(['warn', about, message]),
    },
    () => now,
  )
  return { lines, faults, pass: (ms: number) => (now += ms) }
}
const away = new Error('connect ECONNREFUSED')

it('logs a cause once, however many requests meet it', () => {
  const { lines, faults } = aLog()
  for (let at = 0; at < 50; at += 1) faults.failed('database', away)
  expect(lines).toEqual([['error', { part: 'database', err: away }, 'database failed']])
})

it('says once a minute that it goes on, and how often it was met', () => {
  const { lines, faults, pass } = aLog()
  for (let at = 0; at < 50; at += 1) faults.failed('mail', away)
  pass(60_001)
  faults.failed('mail', away)
  expect(lines.at(-1)).toEqual([
    'error',
    { part: 'mail', err: away, failuresSince: 49 },
    'mail failed',
  ])
  expect(lines).toHaveLength(2)
})

it('says that a part works again, and nothing of one that always did', () => {
  const { lines, faults } = aLog()
  faults.works('database')
  expect(lines).toEqual([])
  faults.failed('database', away)
  faults.works('database')
  faults.works('database')
  expect(lines.slice(1)).toEqual([
    ['warn', { part: 'database', failuresSince: 0 }, 'database works again'],
  ])
  faults.failed('database', away)
  expect(lines).toHaveLength(3)
})

it('tells parts apart, and warns only of those that others run', () => {
  const { lines, faults } = aLog()
  faults.failed('github', away)
  faults.failed('disk', away)
  expect(lines.map(([level, , message]) => `${level}: ${message}`)).toEqual([
    'warn: github failed',
    'error: disk failed',
  ])
  expect([faults.isFailing('disk'), faults.isFailing('mail')]).toEqual([true, false])
})
