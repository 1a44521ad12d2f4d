import { test } from 'playwright/test'
import { checkArchives, checkDrawings, checkJson } from '#tests/support/hostile/properties.ts'
import { figure } from '#tests/support/figure.ts'

/** Duration of each of the three checks: five minutes in total. */
const EACH_MS = 100_000
const run = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: EACH_MS }

test('no drawing, archive or JSON generated in five minutes costs more than its length allows', async () => {
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
