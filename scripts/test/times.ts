import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { readFigures } from './figures.ts'
import { reportSchema, type Suite } from './playwright-report.ts'

/* Seconds of a test run: collected from the reports of its runners, compared with the recorded ones, and recorded. */

const DOCUMENT = 'docs/test-times.md'
const SLOWEST = 20
/** A change of less is noise. */
const NOISE_SECONDS = 2

/** A label and its seconds. */
export type Time = readonly [label: string, seconds: number]

/** What a report contains about a test. A skipped test has neither passed nor a failure. */
type Result = {
  label: string
  seconds: number
  isPassed: boolean
  /** The first line of its error. */
  failure?: string
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

/** The result of each test in a report of vitest or Playwright, and of each file that could not be loaded. */
export function resultsOf(report: unknown): Result[] {
  const { data } = vitestSchema.safeParse(report)
  if (data === undefined) return reportSchema.parse(report).suites.flatMap(resultsOfSuite)
  return data.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const results = assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      label: labelOf(file, fullName),
      seconds: (duration ?? 0) / 1000,
      isPassed: status === 'passed',
      ...(status === 'failed' && { failure: firstLine(failureMessages[0]) }),
    }))
    return message === ''
      ? results
      : [...results, { label: file, seconds: 0, isPassed: false, failure: firstLine(message) }]
  })
}

const resultsOfSuite = ({ specs, suites }: Suite): Result[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      label: labelOf(`tests/e2e/${file} (${projectName})`, title),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      isPassed: status === 'expected',
      ...(status === 'unexpected' && { failure: firstLine(results.at(-1)?.error?.message) }),
    })),
  ),
  ...suites.flatMap(resultsOfSuite),
]

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** Without the characters that a cell of a table cannot hold. */
const labelOf = (file: string, title: string) =>
  `${file}: ${title.replaceAll(/[|`<>*_\\\s]+/g, ' ').slice(0, 100)}`.trim()

/** The tests that took longest. */
export const slowestOf = (tests: readonly Time[]): Time[] =>
  tests.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)

const shown = (seconds: number) => seconds.toFixed(1)

/** A line for each time, with the recorded one where it differs. */
export async function compare(times: readonly Time[]): Promise<string[]> {
  const recorded = new Map(await readFigures(DOCUMENT))
  return times.map(([label, seconds]) => {
    const before = Number(recorded.get(label) ?? Number.NaN)
    const change = seconds - before
    const isNoise = !(Math.abs(change) >= NOISE_SECONDS)
    const note = isNoise
      ? ''
      : ` (recorded: ${shown(before)}, ${change > 0 ? '+' : ''}${shown(change)})`
    return `${shown(seconds).padStart(8)} s  ${label}${note}`
  })
}

/** Writes the times into the document. */
export async function record(steps: readonly Time[], slowest: readonly Time[]): Promise<void> {
  const table = (what: string, times: readonly Time[]) =>
    [`| ${what} | Seconds |`, '| --- | --: |']
      .concat(times.map(([label, seconds]) => `| ${label} | ${shown(seconds)} |`))
      .join('\n')
  const date = new Date().toISOString().slice(0, 10)
  await writeFile(
    DOCUMENT,
    `# Times of the tests

Made by \`npm test -- --record\` on ${date}, Node ${process.version}, ${os.availableParallelism()} processors. Each run prints what
differs from these times by more than ${NOISE_SECONDS} seconds. Steps run beside each other, so the total is less than their sum.

${table('Step', steps)}

${table('Slowest test', slowest)}
`,
  )
  execFileSync('node_modules/.bin/oxfmt', [DOCUMENT])
}
