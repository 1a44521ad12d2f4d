import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { reportSchema, type Suite } from './playwright-report.ts'

/* The results of tests, from the reports of their runners. */

/** A test that was skipped has neither passed nor an error. */
export type TestResult = {
  file: string
  title: string
  /** The project of Playwright: the same test may run in several. */
  project?: string
  seconds: number
  isPassed: boolean
  /** The first line of its error. */
  error?: string
  /** The tag `once`: the test is not repeated when it fails. */
  isOnce?: boolean
}

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})

/** The result of each test and of each file that could not be loaded, and the first line of each error outside of them. */
export type FoundResults = { results: TestResult[]; outside: string[] }
export const NOTHING: FoundResults = { results: [], outside: [] }

/** What a report of vitest or Playwright has. That of vitest has no errors outside of tests (outside-reporter.ts). */
export function parseReport(report: unknown): FoundResults {
  const { data } = vitestSchema.safeParse(report)
  if (data !== undefined) return { ...NOTHING, results: resultsOfVitest(data) }
  const { suites, errors } = reportSchema.parse(report)
  const outside = errors.map(({ message }) => firstLine(message))
  return { results: suites.flatMap(resultsOfSuite), outside }
}

const resultsOfVitest = ({ testResults }: z.infer<typeof vitestSchema>): TestResult[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const results = assertionResults.map(
      ({ fullName, status, duration, failureMessages }): TestResult => ({
        file,
        title: fullName,
        seconds: (duration ?? 0) / 1000,
        isPassed: status === 'passed',
        ...(status === 'failed' && { error: firstLine(failureMessages[0]) }),
      }),
    )
    return message === ''
      ? results
      : [...results, { file, title: '', seconds: 0, isPassed: false, error: firstLine(message) }]
  })

const resultsOfSuite = ({ specs, suites }: Suite): TestResult[] => [
  ...specs.flatMap(({ file, title, tags, tests }) =>
    tests.map(({ projectName, status, results }): TestResult => ({
      file: `tests/e2e/${file}`,
      title,
      project: projectName,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      isPassed: status === 'expected',
      // A test that passed when the runner itself repeated it has failed, too.
      ...((status === 'unexpected' || status === 'flaky') && {
        error: firstLine(results.find(({ error }) => error)?.error?.message),
      }),
      isOnce: tags.includes('once'),
    })),
  ),
  ...suites.flatMap(resultsOfSuite),
]

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** File, project and title, without the characters that a cell of a table cannot hold. */
export const labelOf = ({
  file,
  project,
  title,
}: Pick<TestResult, 'file' | 'project' | 'title'>): string =>
  [
    file,
    project === undefined ? '' : ` (${project})`,
    title === '' ? '' : `: ${title.replaceAll(/[|`<>*_\\\s]+/g, ' ').slice(0, 100)}`,
  ]
    .join('')
    .trim()
