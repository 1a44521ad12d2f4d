import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // `server-only` throws wherever React's server condition is missing; tests are the server.
    alias: { 'server-only': new URL('tests/support/empty.ts', import.meta.url).pathname },
  },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.ts'],
    exclude: [...configDefaults.exclude],
    // One for each core of a small machine: most of the time a file waits for processes and disks.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
