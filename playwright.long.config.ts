import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

process.env['WHOLE_SAMPLES'] = '1'

/** What takes longer than `npm test` may; `npm run test:long` starts it (scripts/test/long.ts). */
const { globalSetup, ...withoutSite } = base

export default defineConfig({
  ...withoutSite,
  ...(globalSetup !== undefined && process.env['WITHOUT_SITE'] === undefined && { globalSetup }),
  projects: [
    { name: 'long', testDir: 'tests/long' },
    // All inputs of the browser tests of which `npm test` has a fixed sample.
    { name: 'sampled', testDir: 'tests/e2e', grep: /@sampled/ },
  ],
  // What is measured is measured alone.
  fullyParallel: false,
  workers: 1,
  timeout: 30 * 60_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long.json' }]],
})
