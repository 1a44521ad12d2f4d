import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { percentile } from '#bench/report.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { startDatabase } from '#tests/support/database.ts'
import { figure } from '#tests/support/figure.ts'
import { timeWorstSearches } from './worst-searches.ts'

const SECONDS = 150
/** Goal on an otherwise idle machine. */
const P99_MS = 50

for (const engine of ['embedded', 'PostgreSQL'] as const) {
  test(`the worst searches generated in ${SECONDS} s meet the p99 goal, ${engine}`, async () => {
    test.skip(engine === 'PostgreSQL' && !process.env['TEST_DATABASE_URL'], 'no TEST_DATABASE_URL')
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'long-'))
    const database = engine === 'PostgreSQL' ? await startDatabase() : null
    const stack = await startLoopback({
      dataDir,
      isHeadless: true,
      variables: { DATABASE_URL: database?.url, RATE_FACTOR: '1000000', DEMO: '1' },
    })
    try {
      const api = `${stack.backend}/api/v1`
      const { times, tried, worst } = await timeWorstSearches(api, { seconds: SECONDS })
      const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
      figure(`searches that the generator made, ${engine}`, tried)
      figure(`2000 of the worst 100 of them, p50, ${engine}`, `${p50.toFixed(1)} ms`)
      figure(`2000 of the worst 100 of them, p99, ${engine}`, `${p99.toFixed(1)} ms`)
      expect(p99, worst).toBeLessThanOrEqual(P99_MS)
    } finally {
      await stack.stop()
      await database?.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
}
