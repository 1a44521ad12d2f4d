import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { COMPILE_CACHE } from '#scripts/settings/node-settings.ts'
import { findChromium } from './browsers.ts'
import { resultsOf, type Time } from './times.ts'

/* The steps of `npm test`. A check that is not a test runner counts as one test. */

/** Number of tests that passed, and a line for each that failed. */
type Outcome = { passed: number; failures: string[] }
type Variables = Record<string, string>
const REPORTS = 'test-results'
/** Priority of a step that runs beside another (`nice`). */
const LOW_PRIORITY = 10

export const bin = (name: string) => `node_modules/.bin/${name}`
/** Which tests run: those of `npm test`, the long ones with all inputs of those that have a sample, or all. */
export const selection: { tests: 'gate' | 'long' | 'all' } = { tests: 'all' }
export const total: Outcome = { passed: 0, failures: [] }
export const steps: Time[] = []
export const tests: Time[] = []
/** Seconds of the tests of each file; those on PGlite apart. */
export const fileSeconds = new Map<string, number>()

/** Runs a step and prints its outcome. @returns whether it passed. */
export async function step(name: string, work: () => Promise<Outcome>): Promise<boolean> {
  const begun = performance.now()
  const { passed, failures } = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    return outcomeOf(false)
  })
  total.passed += passed
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`))
  const seconds = (performance.now() - begun) / 1000
  steps.push([name, seconds])
  const failed = failures.length
  const mark = failed === 0 ? '✓' : '✗'
  console.log(`${mark} ${name} (${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s)`)
  return failed === 0
}

/** The outcome of a step that is one check. */
const outcomeOf = (isPassed: boolean): Outcome =>
  isPassed ? { passed: 1, failures: [] } : { passed: 0, failures: ['see its output'] }

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
export async function check(...commands: [string, ...string[]][]): Promise<Outcome> {
  for (const [command, ...args] of commands) {
    if (!(await run(command, args))) return outcomeOf(false)
  }
  return outcomeOf(true)
}

/** The production build, at low priority: other steps run beside it. */
export async function build(): Promise<Outcome> {
  return outcomeOf(await run(process.execPath, ['scripts/build/build-site.ts'], { isBeside: true }))
}

/** Reads the report of a test runner, which may have failed outside the tests, and notes the times of its tests. */
async function readReport(report: string, isPassed: boolean): Promise<Outcome> {
  if (!existsSync(report)) return outcomeOf(false)
  const results = resultsOf(JSON.parse(await readFile(report, 'utf8')))
  tests.push(...results.map(({ label, seconds }): Time => [label, seconds]))
  const suffix = path.basename(report) === 'pglite.json' ? ' on PGlite' : ''
  for (const { file, seconds } of results) {
    fileSeconds.set(`${file}${suffix}`, (fileSeconds.get(`${file}${suffix}`) ?? 0) + seconds)
  }
  const failures = results.flatMap(({ label, failure }) =>
    failure === undefined ? [] : [`${label}: ${failure}`],
  )
  const passed = results.filter((result) => result.isPassed).length
  return isPassed || failures.length > 0 ? { passed, failures } : { ...outcomeOf(false), passed }
}

/** Runs vitest; `name` is that of its report. */
export async function vitest(
  name: string,
  args: string[],
  { env, isLive = true }: Running = {},
): Promise<Outcome> {
  await mkdir(REPORTS, { recursive: true })
  const report = `${REPORTS}/${name}.json`
  await rm(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const isPassed = await run(bin('vitest'), ['run', ...args, ...reporters], {
    env: { ...COMPILE_CACHE, ...env },
    isLive,
  })
  return await readReport(report, isPassed)
}

/** Runs the browser tests. */
export async function playwright(args: string[] = []): Promise<Outcome> {
  const report = `${REPORTS}/e2e.json`
  await rm(report, { force: true })
  const env = {
    ...COMPILE_CACHE,
    CHROMIUM_PATH: findChromium(console.log),
    BROWSER_TESTS: selection.tests,
  }
  const isPassed = await run(bin('playwright'), ['test', ...args], { env, isLive: true })
  if (!isPassed) await printFailedPages()
  return await readReport(report, isPassed)
}

/** Most lines of a page that are printed. */
const PAGE_LINES = 80

/** Prints the accessibility tree of each page in which a test failed: of a CI run nothing but its output is kept. */
async function printFailedPages() {
  for await (const file of glob(`${REPORTS}/*/error-context.md`)) {
    const trees = (await readFile(file, 'utf8')).matchAll(/```yaml\n([^]*?)```/g)
    const tree = [...trees].at(-1)?.[1] ?? ''
    console.log([`\n${file}`, ...tree.split('\n').slice(0, PAGE_LINES)].join('\n'))
  }
}
