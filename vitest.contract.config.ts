import { defineConfig } from 'vitest/config'

/** The contract suite, run against the backend that `CONTRACT_URL` names. */
export default defineConfig({
  test: { include: ['tests/contract/**/*.test.ts'], testTimeout: 30_000, fileParallelism: false },
})
