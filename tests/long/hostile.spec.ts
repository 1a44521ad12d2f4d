import { test } from 'playwright/test'
import { checkArchives, checkDrawings, checkJson } from '#tests/support/hostile/properties.ts'
import { figure } from './figure.ts'

/** Five minutes in all. */
const EACH_MS = 100_000
const run = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: EACH_MS }

test('no generated drawing, archive or JSON costs more than its length for five minutes', async () => {
  for (const [what, check] of Object.entries({ checkDrawings, checkJson, checkArchives })) {
    let worst = 0
    let runs = 0
    await check(run, (price) => {
      worst = Math.max(worst, price)
      runs += 1
    })
    const name = what.slice('check'.length).toLowerCase()
    figure(`worst of ${runs} generated ${name}, ms of processor for each kB`, worst.toFixed(2))
  }
})
