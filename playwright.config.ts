import { defineConfig } from 'playwright/test'

const WRITING = ['**/publish*.spec.ts', '**/operator.spec.ts']

/**
 * A site in front of the reference backend, which leaves out most optional calls. Five tests: the contract suite checks the
 * backend, the other projects the pages.
 */
const onReference = { baseURL: process.env['E2E_REFERENCE_URL'] }

/** The address of the running site; `tests/support/site.ts` starts one and says where. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/site.ts',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  timeout: 90_000,
  // Pictures that were not requested yet are encoded meanwhile, on the same two cores.
  expect: { timeout: 10_000 },
  // Tests that change the catalogue run after those that count its entries.
  projects: [
    { name: 'read', testIgnore: WRITING },
    { name: 'write', testMatch: WRITING, dependencies: ['read'] },
    {
      name: 'reference-read',
      testMatch: ['**/visit.spec.ts', '**/search.spec.ts'],
      grep: /@reference/,
      use: onReference,
    },
    {
      name: 'reference-write',
      testMatch: ['**/publish.spec.ts', '**/publish-edit.spec.ts'],
      grep: /@reference/,
      dependencies: ['reference-read'],
      use: onReference,
    },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env['E2E_URL'],
    locale: 'en-US',
    // Who prefers light is offered it, over the page (tests/e2e/eye.spec.ts).
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      // Chromium refuses its sandbox to root, which is who runs in most containers.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Neither a process that draws without a GPU, nor one in advance for each page that might be opened.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
    screenshot: 'only-on-failure',
  },
})
