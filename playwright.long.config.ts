import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

/** What takes longer than `npm test` may; `npm run test:long` starts it (scripts/test-long.ts). */
const { globalSetup, ...withoutSite } = base

export default defineConfig({
  ...withoutSite,
  ...(globalSetup !== undefined && process.env['WITHOUT_SITE'] === undefined && { globalSetup }),
  testDir: 'tests/long',
  projects: [{ name: 'long' }],
  // What is measured is measured alone.
  fullyParallel: false,
  workers: 1,
  timeout: 30 * 60_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long.json' }]],
})
