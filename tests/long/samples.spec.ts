import { spawnSync } from 'node:child_process'
import { expect, test } from 'playwright/test'

/* All inputs of the tests of which `npm test` has a fixed sample. Those of browser tests: playwright.long.config.ts. */

for (const file of [
  'tests/integration/backend/publish/hostile-pictures.test.ts',
  'tests/integration/worker/hostile-packages.test.ts',
  'tests/unit/backend/container/truncated.test.ts',
]) {
  test(`all inputs of ${file} have the expected outcome`, () => {
    const env = { ...process.env, WHOLE_SAMPLES: '1', TEST_DATABASE_URL: '' }
    const { status, stdout } = spawnSync('node_modules/.bin/vitest', ['run', file], { env })
    expect(status, String(stdout)).toBe(0)
  })
}
