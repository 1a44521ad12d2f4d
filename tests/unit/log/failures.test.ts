import { expect, it } from 'vitest'
import { createFailureLog } from '#lib/log/failures.ts'

function startLog() {
  const lines: [string, object, string][] = []
  let now = 0
  const failures = createFailureLog(
    {
      error: (details, message) => lines.push(['error', details, message]),
      warn: (details, message) => lines.push(['warn', details, message]),
    },
    () => now,
  )
  return { lines, failures, pass: (ms: number) => (now += ms) }
}
const refused = new Error('connect ECONNREFUSED')

it('logs a failure once, however many requests it affects', () => {
  const { lines, failures } = startLog()
  for (let at = 0; at < 50; at += 1) failures.failed('database', refused)
  expect(lines).toEqual([['error', { subsystem: 'database', err: refused }, 'database failed']])
})

it('logs a continuing failure once a minute, with the number of failures', () => {
  const { lines, failures, pass } = startLog()
  for (let at = 0; at < 50; at += 1) failures.failed('mail', refused)
  pass(60_001)
  failures.failed('mail', refused)
  expect(lines.at(-1)).toEqual([
    'error',
    { subsystem: 'mail', err: refused, failuresSince: 49 },
    'mail failed',
  ])
  expect(lines).toHaveLength(2)
})

it('logs a recovery, and nothing for a subsystem that never failed', () => {
  const { lines, failures } = startLog()
  failures.works('database')
  expect(lines).toEqual([])
  failures.failed('database', refused)
  failures.works('database')
  failures.works('database')
  expect(lines.slice(1)).toEqual([
    ['warn', { subsystem: 'database', failuresSince: 0 }, 'database works again'],
  ])
  failures.failed('database', refused)
  expect(lines).toHaveLength(3)
})

it('keeps subsystems apart, and only warns about external ones', () => {
  const { lines, failures } = startLog()
  failures.failed('github', refused)
  failures.failed('disk', refused)
  expect(lines.map(([level, , message]) => `${level}: ${message}`)).toEqual([
    'warn: github failed',
    'error: disk failed',
  ])
  expect([failures.isFailing('disk'), failures.isFailing('mail')]).toEqual([true, false])
})
