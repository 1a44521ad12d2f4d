import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { readFigures, writePart } from './figures.ts'

/* Seconds of a test run: compared with the recorded ones, judged by the budget, and recorded. */

const DOCUMENT = 'docs/test-times.md'
const SLOWEST = 20
/** A change of less is noise. */
const NOISE_SECONDS = 2
/** Runs of one tree on one machine differ by this part, from one hour to the next: the budget is exceeded beyond it. */
const NOISE = 0.15
/** Files that take less are not recorded. */
const FILE_SECONDS = 1
/** Most files that are named as the reason of a run that took too long. */
const GROWN = 5
const PACE = 'the same work on two processors'
const BUILD = 'production build'
/**
 * A machine on which these take longer than recorded by more than this part is not compared with the budget: work that is always the same,
 * at any of several moments, and the build, which is slow for minutes where a machine is.
 */
const TOLERANCES = { [PACE]: 0.1, [BUILD]: 0.25 }

const LONG_RUN = 'all --long'

/** Most seconds of the steps of `.ci/run` on two free processors. */
const BUDGETS: Readonly<Record<string, number>> = {
  'unit and integration tests': 270,
  'tests of the database on PGlite': 60,
  'contract suite, reference backend': 30,
  'contract suite, embedded backend': 30,
  'end-to-end tests': 330,
  'all --both': 720,
  [LONG_RUN]: 1800,
}
/** Marks the times of a run of the long tests in the document, which has the same files and steps as the others. */
const LONG = ' (long)'

export type Time = readonly [label: string, seconds: number]

/** The tests that took longest. */
export const slowestOf = (tests: readonly Time[]): Time[] =>
  tests.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)

const shown = (seconds: number) => seconds.toFixed(1)

/** Seconds of all tests of a file as recorded, which shorter ones are not. */
export async function recordedSeconds(): Promise<(file: string) => number> {
  const recorded = new Map(await readFigures(DOCUMENT))
  return (file) =>
    Number(recorded.get(file) ?? FILE_SECONDS / 2) + Number(recorded.get(`${file}${LONG}`) ?? 0)
}

/** A line for each time, with the recorded one where it differs, and its budget where it exceeds it. */
export async function compare(times: readonly Time[]): Promise<string[]> {
  const recorded = new Map(await readFigures(DOCUMENT))
  return times.map(([label, seconds]) => {
    const before = Number(recorded.get(label) ?? Number.NaN)
    const change = seconds - before
    const isNoise = !(Math.abs(change) >= NOISE_SECONDS)
    const note = isNoise
      ? ''
      : ` (recorded: ${shown(before)}, ${change > 0 ? '+' : ''}${shown(change)})`
    const budget = BUDGETS[label] ?? Number.POSITIVE_INFINITY
    const excess = seconds > budget ? `, over its budget of ${budget} s` : ''
    return `${shown(seconds).padStart(8)} s  ${label}${note}${excess}`
  })
}

/**
 * What a run took too long for: a line, or none. A machine that is busy or slow is not judged, nor one that nothing was recorded for.
 * @param steps the last one is the whole run
 * @param paces seconds of work that is always the same, at several moments of the run
 */
export async function judgeTime(
  steps: readonly Time[],
  files: ReadonlyMap<string, number>,
  paces: readonly number[],
): Promise<string[]> {
  const [label = '', seconds = 0] = steps.at(-1) ?? []
  const budget = BUDGETS[label] ?? Number.POSITIVE_INFINITY
  if (seconds <= budget) return []
  const recorded = new Map(await readFigures(DOCUMENT))
  const suffix = label === LONG_RUN ? LONG : ''
  const recordedOf = (name: string) => Number(recorded.get(name) ?? Number.NaN)
  const build = steps.find(([name]) => name === BUILD)?.[1] ?? Number.NaN
  const slower = {
    [PACE]: Math.max(...paces) / recordedOf(PACE) - 1,
    [BUILD]: build / recordedOf(BUILD) - 1,
  }
  // A machine that is slower by a part has as much more time.
  const most = budget * (1 + Math.max(0, ...Object.values(slower))) * (1 + NOISE)
  if (seconds <= most) return []
  const grown = [...files]
    .map(
      ([file, now]) =>
        [file, now - Number(recorded.get(`${file}${suffix}`) ?? FILE_SECONDS)] as const,
    )
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, GROWN)
    .map(([file, growth]) => `${file} (+${shown(growth)})`)
  const line = `${label}: ${shown(seconds)} of ${budget} s; grew most: ${grown.join(', ')}`
  if (slower[PACE] <= TOLERANCES[PACE] && slower[BUILD] <= TOLERANCES[BUILD]) return [line]
  const percent = Object.entries(slower).map(
    ([name, part]) => `${name} ${Math.round(part * 100)} %`,
  )
  console.log(`\nNot judged, since the machine was slower (${percent.join(', ')}): ${line}`)
  return []
}

/** Writes the times into the document: those of `npm test`, or of the long tests. */
export async function record(
  steps: readonly Time[],
  slowest: readonly Time[],
  files: ReadonlyMap<string, number>,
  paces: readonly number[],
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const isLong = steps.at(-1)?.[0] === LONG_RUN
  const suffix = isLong ? LONG : ''
  const command = isLong ? 'npm run test:long -- gate --record' : 'npm test -- --both --record'
  const circumstances = `Made by \`${command}\` on ${date}, Node ${process.version}, ${os.availableParallelism()} processors.`
  const table = (what: string, times: readonly Time[]) =>
    tableOf(
      [what, 'Seconds'],
      times.map(([label, seconds]) => [label, shown(seconds)]),
    )
  const longest = [...files]
    .filter(([, seconds]) => seconds >= FILE_SECONDS)
    .toSorted(([, a], [, b]) => b - a)
    .map(([file, seconds]): Time => [`${file}${suffix}`, seconds])
  const stepRows = steps.map(([label, seconds]) => [
    `${label}${suffix}`,
    shown(seconds),
    String(BUDGETS[label] ?? ''),
  ])
  const write = (part: string, text: string) =>
    writePart(DOCUMENT, isLong ? `long ${part}` : part, text)
  const pace = tableOf(['What', 'Seconds'], [[PACE, Math.max(...paces).toFixed(2)]])
  await write('circumstances', isLong ? circumstances : `${circumstances}\n\n${pace}`)
  await write('steps', tableOf(['Step', 'Seconds', 'Budget'], stepRows))
  await write('files', table('File', longest))
  if (!isLong) await write('tests', table('Slowest test', slowest))
  execFileSync('node_modules/.bin/oxfmt', [DOCUMENT])
}

/** A table whose first column has words, and the others numbers. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]) {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
