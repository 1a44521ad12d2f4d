// @module-tag long
import { expect, it } from 'vitest'
import { raceForLocks } from '#tests/support/lock-races.ts'

/** `npm run test:long` runs 1000. */
const RACES = 10

it(`in each of ${RACES} races of four processes exactly one gets the lock`, async () => {
  expect(await raceForLocks(RACES)).toEqual({ 1: RACES })
})
