import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** The variable that names the file that errors outside of tests are written to. */
export const OUTSIDE_VARIABLE = 'ERRORS_OUTSIDE_TESTS'

/** Reporter of vitest for errors outside of tests, which its JSON report leaves out: the first line of each. */
export default class OutsideReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly Pick<SerializedError, 'message'>[]) {
    const file = process.env[OUTSIDE_VARIABLE] ?? ''
    for (const { message } of errors) appendFileSync(file, `${message.split('\n', 1)[0]}\n`)
  }
}
