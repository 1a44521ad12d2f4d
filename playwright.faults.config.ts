import { defineConfig } from 'playwright/test'
import base from './playwright.long.config.ts'

/** What breaks on purpose; `npm run test:faults` starts it (scripts/test/long.ts). */
export default defineConfig({
  ...base,
  testDir: 'tests/faults',
  // Each file starts sites of its own, with copies of one catalogue.
  globalSetup: 'tests/faults/demo-catalogue.ts',
  projects: [{ name: 'faults' }],
  timeout: 10 * 60_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/faults.json' }]],
})
