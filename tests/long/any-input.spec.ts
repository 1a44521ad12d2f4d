import { expect, test } from 'playwright/test'
import { registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { figure } from '#tests/support/figure.ts'
import { checkBodies, checkUploads } from '#tests/support/hostile/answers.ts'

/** Duration of each of the two checks, in ms. */
const EACH_MS = 120_000
const run = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: EACH_MS }

let backend: TestBackend
let ada = ''
test.beforeAll(async () => {
  backend = await startTestBackend()
  ada = await registered(backend)
})
test.afterAll(() => backend?.stop())

test('no project file makes an upload fail for a reason of the site', async () => {
  let count = 0
  await checkUploads(backend, ada, run, () => (count += 1))
  figure('generated project files without an answer of 5xx', count)
  expect(count).toBeGreaterThan(100)
})

test('no body makes a call fail for a reason of the site', async () => {
  let count = 0
  await checkBodies(backend, ada, run, () => (count += 1))
  figure('generated JSON bodies without an answer of 5xx', count)
  expect(count).toBeGreaterThan(1000)
})
