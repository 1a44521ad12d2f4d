import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE, MALLOC } from '#scripts/settings/node-settings.ts'
import { PATIENCE } from '#tests/support/patience.ts'
import { TEST_VARIABLES } from '#tests/support/test-variables.ts'

const support = (name: string) => new URL(`tests/support/${name}`, import.meta.url).pathname

const UNIT = 'tests/unit/**/*.test.{ts,tsx}'
const SITE = 'tests/integration/{cli,server,web}/**/*.test.ts'
const BACKEND = 'tests/integration/backend/**/*.test.ts'
/**
 * Modules that a test replaces must not have been loaded for another file, what another file has left running must not follow changes
 * beside a test that sets the feed of changes of the process, and metrics are those of a process.
 */
const separateOf = (pattern: string) =>
  globSync(pattern).filter((file) =>
    /\bvi\.(mock|doMock|resetModules)\(|\bstartFeed\(|\brenderMetrics\(/.test(
      readFileSync(file, 'utf8'),
    ),
  )
const SEPARATE = separateOf(UNIT)
const SEPARATE_SITE = separateOf(SITE)
const SEPARATE_BACKEND = separateOf(BACKEND)

/** Tests that may start the backend in their own process. */
const onDatabase = {
  resolve: { alias: { '@node-rs/argon2': support('cheap-argon2.ts') } },
  test: { globalSetup: 'tests/support/database-setup.ts' },
}

export default defineConfig({
  resolve: {
    // `server-only` throws wherever React's server condition is missing; tests are the server.
    alias: { 'server-only': support('empty.ts') },
  },
  test: {
    // One for each core of a small machine. Three are no faster: the tests use both cores.
    maxWorkers: 2,
    // Generous: on a busy machine everything takes several times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // For the processes that tests start, as under `npm start`.
    env: { ...MALLOC, ...COMPILE_CACHE, ...TEST_VARIABLES },
    // A poll ends when its condition holds.
    expect: { poll: PATIENCE },
    // Transformed modules, by their content and the settings here: half of the time of a single file.
    experimental: { fsModuleCache: true },
    tags: [
      {
        name: 'long',
        description: 'Kills, waits and volumes: left out by `npm test` (decision 188).',
      },
    ],
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
        test: { name: 'isolated', include: SEPARATE },
      },
      {
        extends: true,
        // Over many files of others, drawings or generated texts: not part of `npm run verify`. Modules of worker processes block SVG for
        // sharp in the whole process (backend/worker/bounded-sharp.ts), which the demo draws with.
        test: { name: 'samples', include: ['tests/samples/**/*.test.ts'] },
      },
      {
        extends: true,
        ...onDatabase,
        test: {
          ...onDatabase.test,
          name: 'site',
          include: [SITE],
          exclude: SEPARATE_SITE,
          setupFiles: 'tests/support/web-setup.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        ...onDatabase,
        test: {
          ...onDatabase.test,
          name: 'processes',
          include: [
            'tests/integration/{scripts,worker}/**/*.test.ts',
            ...SEPARATE_SITE,
            ...SEPARATE_BACKEND,
          ],
        },
      },
      {
        extends: true,
        ...onDatabase,
        test: {
          ...onDatabase.test,
          name: 'backend',
          include: [BACKEND],
          exclude: SEPARATE_BACKEND,
          // The backend takes its state as dependencies, so test files share its modules and the
          // processes of its worker pool.
          isolate: false,
        },
      },
    ],
  },
})
