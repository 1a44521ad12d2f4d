import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

/** What takes longer than `npm test` may; `npm run test:long` starts it (scripts/test/long.ts). */
const { globalSetup, ...withoutSite } = base
const { STOCK_FIREFOX } = process.env

/** The walks of visitors and creators in another engine. Playwright's name for a Firefox that is not its own build is a channel. */
const firefox = {
  name: 'firefox',
  testDir: 'tests/long/engines',
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: STOCK_FIREFOX,
      // Playwright gets no event for a page that Firefox has kept in memory, and waits for ever.
      firefoxUserPrefs: { 'browser.sessionhistory.max_total_viewers': 0 },
    },
  },
} as const

export default defineConfig({
  ...withoutSite,
  // A test may take half an hour, one action of it not.
  use: { ...base.use, actionTimeout: 60_000 },
  ...(globalSetup !== undefined && process.env['WITHOUT_SITE'] === undefined && { globalSetup }),
  projects: [
    { name: 'long', testDir: 'tests/long' },
    // On a slow processor (tests/e2e/intent.ts).
    { name: 'throttled', testDir: 'tests/e2e', testMatch: '**/intent*.spec.ts' },
    ...(STOCK_FIREFOX === undefined ? [] : [firefox]),
  ],
  // What is measured is measured alone.
  fullyParallel: false,
  workers: 1,
  timeout: 30 * 60_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long.json' }]],
})
