import type { TestFailure, TestRun } from './failures.ts'
import { labelOf, type TestResult } from './results.ts'

/*
 * One repetition of failed test files (docs/decisions/0190-repeat-failed-files-once-and-print-them.md): a failure that a second, quiet run
 * does not have is printed as unstable, and does not fail a run of `.ci/run`.
 */

/** Most files that are repeated: a machine that is too busy for more has not shown anything. */
const MOST_FILES = 3

/**
 * Files whose tests are not repeated: what fails there once in a while is a fault of the product, such as a race, a loss of data or a gap in
 * security, or has no reason to depend on time. Single browser tests of that sort have the tag `@once`.
 */
export const NOT_REPEATED: readonly string[] = [
  ...['unit', 'samples', 'contract'].map((folder) => `tests/${folder}/`),
  ...[
    'accounts/',
    'admin/',
    'publish/access-token',
    'publish/hostile',
    'publish/inside-addresses',
    'publish/kill',
    'publish/resumable',
    'publish/roles',
    'storage/',
    'transfer/',
    'backups',
    'clock-jumps',
    'database-failures',
    'idempotency',
    'jobs',
    'log-privacy',
    'migrate',
    'operator-races',
    'recovery',
    'storage-failures',
    'sweep',
  ].map((name) => `tests/integration/backend/${name}`),
  ...['lock', 'parent', 'upgrade'].map((name) => `tests/integration/scripts/${name}`),
  ...['page-purge', 'poisoning', 'policy', 'shared-pages-race', 'unfinished'].map(
    (name) => `tests/integration/server/${name}`,
  ),
  ...['access-token', 'form-state', 'forms', 'plain-form-kept', 'session'].map(
    (name) => `tests/integration/web/${name}`,
  ),
  'tests/integration/worker/',
  ...[
    'access-tokens',
    'guard',
    'hostile-text',
    'policy',
    'privacy',
    'publish-drafts-kept',
    'races',
    'restart',
    'session-end',
    'token',
    'try-hostile',
  ].map((name) => `tests/e2e/${name}.`),
]

type FailedTest = TestFailure & { test: TestResult; report: string }

/** A test that failed and then passed. */
export type Unstable = { test: TestResult; again: number }

/**
 * The failed tests, if their repetition may decide: all are tests, in at most three files, none of which is excepted or changed.
 * @param changed files that differ from the last commit that has passed
 */
export function repeatable(
  failures: readonly TestFailure[],
  changed: ReadonlySet<string>,
): FailedTest[] | undefined {
  const failed = failures.filter((failure): failure is FailedTest => failure.test !== undefined)
  const files = new Set(failed.map(({ test }) => test.file))
  const mayDecide =
    failed.length > 0 &&
    failed.length === failures.length &&
    files.size <= MOST_FILES &&
    failed.every(
      ({ test: { file, isOnce } }) =>
        isOnce !== true &&
        !changed.has(file) &&
        !NOT_REPEATED.some((name) => file.startsWith(name)),
    )
  return mayDecide ? failed : undefined
}

/**
 * Runs the files of failed tests once more, each runner in a new process with one worker, and the browser tests on a new site.
 * @param run runs files by the runner that wrote a report
 * @returns the tests with their second durations, or none where anything failed again
 */
export async function repeat(
  failed: readonly FailedTest[],
  run: (report: string, files: string[], projects: string[]) => Promise<TestRun>,
): Promise<Unstable[] | undefined> {
  const unstable: Unstable[] = []
  for (const [report, of] of Map.groupBy(failed, ({ report: name }) => name)) {
    const files = [...new Set(of.map(({ test }) => test.file))]
    const projects = [...new Set(of.flatMap(({ test }) => test.project ?? []))]
    const { isPassed, results } = await run(report, files, projects)
    const passed = new Map(
      results.filter((result) => result.isPassed).map((one) => [keyOf(one), one.seconds]),
    )
    for (const { test } of of) {
      const again = passed.get(keyOf(test))
      if (!isPassed || again === undefined) return undefined
      unstable.push({ test, again })
    }
  }
  return unstable
}

const keyOf = ({ file, project, title }: TestResult) => JSON.stringify([file, project, title])

/** The lines of an unstable test. */
export const describeUnstable = ({ test, again }: Unstable): string =>
  [
    labelOf(test),
    test.error ?? '',
    `failed after ${test.seconds.toFixed(1)} s, passed in ${again.toFixed(1)} s`,
  ].join('\n      ')
