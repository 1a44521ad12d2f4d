import { expect, test } from 'playwright/test'
import { raceForLocks } from '#tests/support/lock-races.ts'
import { figure } from '#tests/support/figure.ts'

const RACES = 1000

test('in each of 1000 races of four processes exactly one acquires the lock', async () => {
  const holders = await raceForLocks(RACES)
  figure('races of four starters for a lock, in each exactly one holder', holders[1] ?? 0)
  expect(holders).toEqual({ 1: RACES })
})
