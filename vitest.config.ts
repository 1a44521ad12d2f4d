import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { MALLOC } from '#scripts/settings/node-settings.ts'

const support = (name: string) => new URL(`tests/support/${name}`, import.meta.url).pathname

const UNIT = 'tests/unit/**/*.test.{ts,tsx}'
/**
 * Modules that a test replaces must not have been loaded for another file. Those of worker processes block SVG for sharp in the whole
 * process (backend/worker/bounded-sharp.ts), which the demo draws with.
 */
const SEPARATE = globSync(UNIT).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(|\bdemoRecipes\b/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  resolve: {
    // `server-only` throws wherever React's server condition is missing; tests are the server.
    alias: { 'server-only': support('empty.ts') },
  },
  test: {
    // One for each core of a small machine. Three are no faster: the tests use both cores.
    maxWorkers: 2,
    // Generous: on a busy machine everything takes several times as long.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // For the worker processes that tests start, as under `npm start`.
    env: MALLOC,
    // A poll ends when its condition holds.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        // Loading the modules again for each file takes as much processor time as the tests.
        test: { name: 'unit', include: [UNIT], exclude: SEPARATE, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [
            ...SEPARATE,
            // They set the environment that modules of the site read once.
            'tests/integration/{cli,scripts,server,web,worker}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        resolve: { alias: { '@node-rs/argon2': support('cheap-argon2.ts') } },
        test: {
          name: 'backend',
          include: ['tests/integration/backend/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          // The backend takes its state as dependencies, so test files share its modules and the
          // processes of its worker pool.
          isolate: false,
        },
      },
    ],
  },
})
