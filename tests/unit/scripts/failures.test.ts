import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  describeFailure,
  failuresOf,
  outsideTests,
  type TestRun,
  toFailure,
} from '#scripts/test/failures.ts'
import { NOT_REPEATED, repeat, repeatable } from '#scripts/test/repeat.ts'
import { parseReport, type TestResult } from '#scripts/test/results.ts'

const BROWSER = 'tests/e2e/search.spec.ts'
const failedTest = (file: string, more: Partial<TestResult> = {}): TestResult => ({
  file,
  title: 'finds',
  seconds: 12,
  isPassed: false,
  error: 'Timeout',
  ...more,
})
const failures = (...files: string[]) => files.map((file) => toFailure(failedTest(file), 'vitest'))

describe('a report of Playwright', () => {
  const report = (status: string, errors: { message: string }[] = []) => ({
    errors,
    suites: [
      {
        file: 'search.spec.ts',
        specs: [
          {
            file: 'search.spec.ts',
            title: 'finds',
            tags: ['once'],
            tests: [
              {
                projectName: 'read',
                status,
                results: [
                  { duration: 1000, error: { message: 'Timeout\n    at x' } },
                  { duration: 500 },
                ],
              },
            ],
          },
        ],
      },
    ],
  })

  it.each(['unexpected', 'flaky'])('with a test that is “%s” has a failure', (status) => {
    expect(parseReport(report(status)).results).toEqual([
      {
        file: BROWSER,
        title: 'finds',
        project: 'read',
        seconds: 1.5,
        isPassed: false,
        error: 'Timeout',
        isOnce: true,
      },
    ])
  })

  it('with an error outside of tests has it beside them', () => {
    const { results, outside } = parseReport(report('expected', [{ message: 'No site\n  at x' }]))
    expect([results.length, outside]).toEqual([1, ['No site']])
  })
})

describe('a failure', () => {
  it.each([
    ['vitest', 'finds', `npm test -- ${BROWSER} -t finds`],
    ['pglite', 'finds', `TEST_DATABASE_URL= npm test -- ${BROWSER} -t finds`],
    ['e2e', 'Ada’s (1) $name', String.raw`npm test -- ${BROWSER} -t 'Ada’s \(1\) \$name'`],
    ['e2e', "it's", String.raw`npm test -- ${BROWSER} -t 'it'\''s'`],
    ['vitest', '', `npm test -- ${BROWSER}`],
  ])('of %s, “%s”, comes with the command that repeats it alone', (report, title, command) => {
    expect(toFailure(failedTest(BROWSER, { title }), report).command).toBe(command)
  })

  it('is described by step, file, title, error and command', () => {
    const failure = { step: 'tests', ...toFailure(failedTest(BROWSER), 'e2e') }
    expect(
      describeFailure(failure)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([`tests: ${BROWSER}: finds`, 'Timeout', `npm test -- ${BROWSER} -t finds`])
    expect(describeFailure({ step: 'dead code', ...outsideTests(['bin/knip']) })).toContain(
      'bin/knip',
    )
  })
})

describe('a run', () => {
  const test = failedTest(BROWSER)
  const ran = { isPassed: false, results: [test], outside: [], command: ['bin/vitest'] }

  it('with a failed test has that failure, and one for each error outside of tests', () => {
    expect(failuresOf(ran, 'e2e')).toEqual([toFailure(test, 'e2e')])
    const both = failuresOf({ ...ran, outside: ['Lost'] }, 'e2e')
    expect(both).toEqual([toFailure(test, 'e2e'), { error: 'Lost', command: 'bin/vitest' }])
    expect(repeatable(both, new Set()), 'a repetition would not see the error').toBeUndefined()
  })

  it('that failed without a failed test has failed itself', () => {
    expect(failuresOf({ ...ran, results: [] }, 'e2e')).toEqual([outsideTests(ran.command)])
    expect(failuresOf({ ...ran, results: [], isPassed: true }, 'e2e')).toEqual([])
  })
})

describe('failed tests are repeated', () => {
  const unchanged = new Set<string>()
  const server = 'tests/integration/server/flight.test.ts'

  it('in at most three files', () => {
    const files = [BROWSER, server, 'tests/e2e/home.spec.ts']
    expect(repeatable(failures(...files), unchanged)).toHaveLength(3)
    expect(repeatable(failures(...files, 'tests/e2e/try.spec.ts'), unchanged)).toBeUndefined()
  })

  it.each([
    ['a unit test', failures('tests/unit/paths.test.ts')],
    ['a test of the contract', failures('tests/contract/list.test.ts')],
    ['a test of races', failures('tests/integration/backend/operator-races.test.ts')],
    ['a test of security', failures('tests/integration/server/policy.test.ts')],
    ['a test with the tag once', [toFailure(failedTest(BROWSER, { isOnce: true }), 'e2e')]],
    ['a check', [outsideTests(['knip'])]],
    ['nothing', []],
  ])('not where %s failed', (_, failed) => {
    expect(repeatable(failed, unchanged)).toBeUndefined()
    if (failed.length > 0) {
      expect(repeatable([...failed, ...failures(server)], unchanged)).toBeUndefined()
    }
  })

  it('except files that are there', () => {
    const files = globSync('tests/**/*.{test,spec}.{ts,tsx}')
    expect(NOT_REPEATED.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([])
  })

  it('not where the file was changed since the last commit that passed', () => {
    expect(repeatable(failures(BROWSER), new Set([BROWSER]))).toBeUndefined()
  })
})

describe('a repetition', () => {
  const failed = repeatable(failures(BROWSER), new Set()) ?? []
  const runOf = (...results: TestResult[]): TestRun => ({
    isPassed: results.every(({ isPassed }) => isPassed),
    results,
    outside: [],
    command: [],
  })
  const passed = { ...failedTest(BROWSER), seconds: 2, isPassed: true }

  it('in which all pass makes the tests unstable, with both durations', async () => {
    const unstable = await repeat(failed, () => Promise.resolve(runOf(passed)))
    expect(unstable).toEqual([{ test: failed[0]?.test, again: 2 }])
  })

  it.each([
    ['the test fails again', runOf(failedTest(BROWSER))],
    ['another test of the file fails', runOf(passed, failedTest(BROWSER, { title: 'other' }))],
    ['the runner fails', { ...runOf(passed), isPassed: false }],
    ['the test does not run', runOf()],
    ['the test runs in another project', runOf({ ...passed, project: 'write' })],
  ])('in which %s changes nothing', async (_, run) => {
    expect(await repeat(failed, () => Promise.resolve(run))).toBeUndefined()
  })

  it('runs the files of each runner together', async () => {
    const both = [
      ...failures(BROWSER, 'tests/e2e/home.spec.ts', BROWSER),
      toFailure(failedTest('tests/integration/backend/list.test.ts'), 'pglite'),
    ]
    const runs: unknown[] = []
    await repeat(repeatable(both, new Set()) ?? [], (report, files, projects) => {
      runs.push([report, files, projects])
      return Promise.resolve(runOf(...files.map((file) => ({ ...passed, file }))))
    })
    expect(runs).toEqual([
      ['vitest', [BROWSER, 'tests/e2e/home.spec.ts'], []],
      ['pglite', ['tests/integration/backend/list.test.ts'], []],
    ])
  })
})
