import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { COMPILE_CACHE } from '#scripts/settings/node-settings.ts'
import { findChromium } from './browsers.ts'
import {
  type TestFailure,
  failuresOf,
  IN_BROWSER,
  ON_PGLITE,
  outsideTests,
  type TestOutcome,
  type TestRun,
} from './failures.ts'
import { OUTSIDE_VARIABLE } from './outside-reporter.ts'
import { labelOf, NOTHING, parseReport } from './results.ts'
import type { Time } from './times.ts'

/* The steps of `npm test`. A check that is not a test runner counts as one test. */

type Variables = Record<string, string>
const REPORTS = 'test-results'
/** Priority of a step that runs beside another (`nice`). */
const LOW_PRIORITY = 10

export const bin = (name: string) => `node_modules/.bin/${name}`
/** Which tests run: those of `npm test`, the long ones with all inputs of those that have a sample, or all. */
export const selection: { tests: 'gate' | 'long' | 'all' } = { tests: 'all' }
export const total: { passed: number; failures: (TestFailure & { step: string })[] } = {
  passed: 0,
  failures: [],
}
export const steps: Time[] = []
export const tests: Time[] = []
/** Seconds of the tests of each file; those on PGlite apart. */
export const fileSeconds = new Map<string, number>()

/** Runs a step and prints its outcome. @returns whether it passed. */
export async function step(name: string, work: () => Promise<TestOutcome>): Promise<boolean> {
  const begun = performance.now()
  const { passed, failures } = await work().catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    console.error(text)
    return { passed: 0, failures: [{ error: text }] }
  })
  total.passed += passed
  total.failures.push(...failures.map((failure) => ({ ...failure, step: name })))
  const seconds = (performance.now() - begun) / 1000
  steps.push([name, seconds])
  const failed = failures.length
  const mark = failed === 0 ? '✓' : '✗'
  console.log(`${mark} ${name} (${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s)`)
  return failed === 0
}

/** The outcome of a step that is one check. */
const outcomeOf = (isPassed: boolean, command: string[]): TestOutcome =>
  isPassed ? { passed: 1, failures: [] } : { passed: 0, failures: [outsideTests(command)] }

type Running = { env?: Variables; isLive?: boolean; isBeside?: boolean }

/** Runs a command. Its output is printed if it fails, or streamed where `isLive`. */
function run(command: string, args: string[], { env, isLive, isBeside }: Running = {}) {
  const output = isLive ? 'inherit' : 'pipe'
  const child = spawn(command, args, {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', output, output],
  })
  if (isBeside && child.pid !== undefined) os.setPriority(child.pid, LOW_PRIORITY)
  const printed: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk))
  return new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(printed))
      resolve(code === 0)
    })
  })
}

/** Runs commands one after the other, up to the first that fails. */
export async function check(...commands: [string, ...string[]][]): Promise<TestOutcome> {
  for (const [command, ...args] of commands) {
    if (!(await run(command, args))) return outcomeOf(false, [command, ...args])
  }
  return outcomeOf(true, [])
}

/** The production build, at low priority: other steps run beside it. */
export async function build(): Promise<TestOutcome> {
  const script = 'scripts/build/build-site.ts'
  return outcomeOf(await run(process.execPath, [script], { isBeside: true }), ['node', script])
}

/** The outcome of a run, whose times are noted. */
function outcomeOfRun(ran: TestRun, report: string): TestOutcome {
  const { results } = ran
  tests.push(...results.map((result): Time => [labelOf(result), result.seconds]))
  const suffix = report === ON_PGLITE ? ' on PGlite' : ''
  for (const { file, seconds } of results) {
    fileSeconds.set(`${file}${suffix}`, (fileSeconds.get(`${file}${suffix}`) ?? 0) + seconds)
  }
  return {
    passed: results.filter((result) => result.isPassed).length,
    failures: failuresOf(ran, report),
  }
}

/** Runs a test runner that writes a report. */
async function runTests(
  report: string,
  command: [string, ...string[]],
  running: Running,
): Promise<TestRun> {
  await mkdir(REPORTS, { recursive: true })
  const file = `${REPORTS}/${report}.json`
  const outside = `${REPORTS}/${report}-outside.log`
  await rm(file, { force: true })
  await writeFile(outside, '')
  const [name, ...args] = command
  const env = { ...running.env, [OUTSIDE_VARIABLE]: path.resolve(outside) }
  const isPassed = await run(name, args, { ...running, env })
  const found = existsSync(file) ? parseReport(JSON.parse(await readFile(file, 'utf8'))) : NOTHING
  const lines = (await readFile(outside, 'utf8')).split('\n').filter(Boolean)
  return { isPassed, results: found.results, outside: [...found.outside, ...lines], command }
}

/** Runs vitest; `report` is the name of its report. */
export async function runVitest(
  report: string,
  args: string[],
  { env, isLive = true }: Running = {},
): Promise<TestRun> {
  const reporters = ['default', 'json', path.resolve('scripts/test/outside-reporter.ts')].map(
    (name) => `--reporter=${name}`,
  )
  const output = `--outputFile=${REPORTS}/${report}.json`
  return await runTests(report, [bin('vitest'), 'run', ...args, ...reporters, output], {
    env: { ...COMPILE_CACHE, ...env },
    isLive,
  })
}

/** Runs Playwright; `report` is the name of its report and of the folder of traces and pictures. */
export async function runPlaywright(report: string, args: string[]): Promise<TestRun> {
  const env = {
    ...COMPILE_CACHE,
    CHROMIUM_PATH: findChromium(console.log),
    BROWSER_TESTS: selection.tests,
    E2E_REPORT: report,
  }
  const found = await runTests(report, [bin('playwright'), 'test', ...args], { env, isLive: true })
  if (!found.isPassed) await printFailedPages(`${REPORTS}/${report}`)
  return found
}

/** Runs vitest as a step; `report` is the name of its report. */
export const vitest = async (
  report: string,
  args: string[],
  running?: Running,
): Promise<TestOutcome> => outcomeOfRun(await runVitest(report, args, running), report)

/** Runs the browser tests as a step. */
export const playwright = async (args: string[] = []): Promise<TestOutcome> =>
  outcomeOfRun(await runPlaywright(IN_BROWSER, args), IN_BROWSER)

/** Most lines of a page that are printed. */
const PAGE_LINES = 80

/** Prints the accessibility tree of each page in which a test failed: of a CI run nothing but its output is kept. */
async function printFailedPages(folder: string) {
  for await (const file of glob(`${folder}/*/error-context.md`)) {
    const trees = (await readFile(file, 'utf8')).matchAll(/```yaml\n([^]*?)```/g)
    const tree = [...trees].at(-1)?.[1] ?? ''
    console.log([`\n${file}`, ...tree.split('\n').slice(0, PAGE_LINES)].join('\n'))
  }
}
