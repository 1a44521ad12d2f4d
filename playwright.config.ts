import { globSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'playwright/test'
import { importsOf } from './scripts/test/imports.ts'
import { longInBrowser, longOrSampledInBrowser } from './scripts/test/long-files.ts'
import { TEST_VARIABLES } from './tests/support/test-variables.ts'

// For the processes that tests start, the site among them.
Object.assign(process.env, TEST_VARIABLES)

/** Files that change the catalogue: by their names, or since they import what publishes. */
const WRITING = [
  '**/publish*.spec.ts',
  '**/operator.spec.ts',
  '**/admin*.spec.ts',
  ...globSync('tests/e2e/*.spec.ts')
    .filter((file) => importsOf(file).includes('tests/e2e/own-projects.ts'))
    .map((file) => `**/${path.basename(file)}`),
]

/**
 * A site in front of the reference backend, which leaves out most optional calls. Five tests: the contract suite checks the
 * backend, the other projects the pages.
 */
const onReference = { baseURL: process.env['E2E_REFERENCE_URL'] }

/** Which tests run: all but the long ones, only these with all inputs of those that have a sample, or all. */
const isGate = process.env['BROWSER_TESTS'] === 'gate'
const isLong = process.env['BROWSER_TESTS'] === 'long'
const selected = isLong ? longOrSampledInBrowser() : ''
const reference = { grep: new RegExp(`(?=.*@reference)(?:.*(?:${selected}))`, 's') }

/** Name of the report, and of the folder of traces and pictures, which a run empties. */
const report = process.env['E2E_REPORT'] ?? 'e2e'

/** The address of the running site; `tests/support/site.ts` starts one and says where. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `test-results/${report}`,
  build: { external: ['**/*.ts'] },
  globalSetup: './tests/support/site.ts',
  fullyParallel: true,
  // The option of the command line would leave the tests of a teardown.
  grep: new RegExp(selected),
  ...(isGate && { grepInvert: new RegExp(longInBrowser()) }),
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  timeout: 90_000,
  // Pictures that were not requested yet are encoded meanwhile, on the same two cores.
  expect: { timeout: 10_000 },
  // Tests that change the catalogue run after those that count its entries, also when one of these failed: that is a teardown,
  // unlike a dependency.
  projects: [
    { name: 'read', testIgnore: WRITING, teardown: 'write' },
    { name: 'write', testMatch: WRITING },
    {
      name: 'reference-read',
      testMatch: ['**/visit.spec.ts', '**/search.spec.ts'],
      ...reference,
      teardown: 'reference-write',
      use: onReference,
    },
    {
      name: 'reference-write',
      testMatch: ['**/publish.spec.ts', '**/publish-edit.spec.ts'],
      ...reference,
      use: onReference,
    },
  ],
  reporter: [['list'], ['json', { outputFile: `test-results/${report}.json` }]],
  use: {
    baseURL: process.env['E2E_URL'],
    locale: 'en-US',
    // Who prefers light is offered it, in a row of the page (tests/e2e/light-offer.spec.ts).
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    // Transitions take a tenth of the browser's processor time. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      // Chromium refuses its sandbox to root, which is who runs in most containers.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Neither a process that draws without a GPU, nor one in advance for each page that might be opened.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--num-raster-threads=1',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
    screenshot: 'only-on-failure',
  },
})
