import { test } from 'playwright/test'
import {
  checkArchives,
  checkDrawings,
  checkForeignFiles,
  checkJson,
} from '#tests/support/hostile/properties.ts'
import { figure } from '#tests/support/figure.ts'

/** Duration of each of the four checks: five minutes in total. */
const EACH_MS = 75_000
const run = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: EACH_MS }

test('no drawing, archive, JSON or file of others generated in five minutes costs more than its length allows', async () => {
  for (const [what, check] of Object.entries({
    checkDrawings,
    checkJson,
    checkArchives,
    checkForeignFiles,
  })) {
    let worst = 0
    let runs = 0
    await check(run, (price) => {
      worst = Math.max(worst, price)
      runs += 1
    })
    const name = what
      .slice('check'.length)
      .replace(/(?<=[a-z])(?=[A-Z])/, ' ')
      .toLowerCase()
    figure(`worst of ${runs} generated ${name}, ms of processor for each kB`, worst.toFixed(2))
  }
})
