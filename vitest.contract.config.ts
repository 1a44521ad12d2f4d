import { defineConfig } from 'vitest/config'
import { TEST_VARIABLES } from '#tests/support/test-variables.ts'

// For the backends that the setup starts, and the tests.
Object.assign(process.env, TEST_VARIABLES)

/*
 * The contract suite: against the backend that `CONTRACT_URL` names, or against both of this
 * repository, the embedded one and tests/support/reference-backend.
 */
const targets = process.env['CONTRACT_URL'] ? ['url'] : ['embedded', 'reference']

export default defineConfig({
  test: {
    projects: targets.map((name) => ({
      test: {
        name,
        include: ['tests/contract/**/*.test.ts'],
        globalSetup: 'tests/contract/setup.ts',
        testTimeout: 60_000,
        // Lists must not change while another file reads them.
        fileParallelism: false,
        maxWorkers: 1,
      },
    })),
  },
})
