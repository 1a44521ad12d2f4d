import { defineConfig } from 'vitest/config'

/* `npm run test:deploy`: nginx, Varnish, systemd and container files. A test is skipped without the engine that it needs. */
export default defineConfig({
  resolve: {
    alias: { 'server-only': new URL('tests/support/empty.ts', import.meta.url).pathname },
  },
  test: {
    include: ['tests/deploy/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    unstubEnvs: true,
  },
})
