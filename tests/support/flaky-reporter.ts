import type { Reporter, TestCase } from 'vitest/node'

/** Prints the tests that passed at the second try alone, and how many there were. */
export default class FlakyReporter implements Reporter {
  #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#flaky.push(`${test.module.moduleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.#flaky) console.warn(`Passed at the second try: ${name}`)
    if (this.#flaky.length > 0) console.warn(`${this.#flaky.length} flaky tests: fix them`)
  }
}
