import { type FoundResults, labelOf, type TestResult } from './results.ts'

/* What failed in a run, and the command that repeats it alone. */

/** Names of reports of which a runner is known. */
export const ON_PGLITE = 'pglite'
export const IN_BROWSER = 'e2e'
/** At the end of the name: of a repetition. */
export const AGAIN = '-again'

/** What failed: a test, or a check or runner as a whole. */
export type TestFailure = {
  /** The first line. */
  error: string
  /** What repeats it alone. */
  command?: string
  test?: TestResult
  /** The name of the report with the test, by which its runner is known. */
  report?: string
}

/** Number of tests that passed, and what failed. A check counts as a test. */
export type TestOutcome = { passed: number; failures: TestFailure[] }

/** What a run of a test runner has found. */
export type TestRun = FoundResults & { isPassed: boolean; command: string[] }

/** What failed in a run. One that failed without a test or an error has failed itself. */
export function failuresOf(
  { isPassed, results, outside, command }: TestRun,
  report: string,
): TestFailure[] {
  const failures = [
    ...results.flatMap((test) => (test.error === undefined ? [] : [toFailure(test, report)])),
    ...outside.map((error) => outsideTests(command, error)),
  ]
  return isPassed || failures.length > 0 ? failures : [outsideTests(command)]
}

/** The failure of a check, or of a test runner outside its tests. */
export const outsideTests = (
  command: readonly string[],
  error = 'see its output',
): TestFailure => ({
  error,
  command: command.map(quote).join(' '),
})

export const toFailure = (test: TestResult, report: string): TestFailure => ({
  error: test.error ?? '',
  command: commandFor(test, report),
  test,
  report,
})

/** Runs a test alone: its file, and the titles that contain its own. */
function commandFor({ file, title }: TestResult, report: string) {
  const variable = report === ON_PGLITE ? 'TEST_DATABASE_URL= ' : ''
  const only = title === '' ? [] : ['-t', title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)]
  return `${variable}npm test -- ${[file, ...only].map(quote).join(' ')}`
}

/** A word of a shell command. */
const quote = (word: string) =>
  /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Lines that name what failed, the error, and the command. */
export function describeFailure({
  step,
  test,
  error,
  command,
}: TestFailure & { step: string }): string {
  const what = test ? `${step}: ${labelOf(test)}` : step
  return [what, error, ...(command === undefined ? [] : [command])].join('\n      ')
}
