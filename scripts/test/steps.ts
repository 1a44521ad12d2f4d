import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import { z } from 'zod'
import { findChromium } from './chromium.ts'
import { type Time, timesOf } from './times.ts'

/* The steps of `npm test`. A check that is not a test runner counts as one test. */

type Count = { passed: number; failed: number }
type Variables = Record<string, string>
const REPORTS = 'test-results'
/** Priority of a step that runs beside another (`nice`). */
const LOW_PRIORITY = 10

export const bin = (name: string) => `node_modules/.bin/${name}`
export const total: Count = { passed: 0, failed: 0 }
export const steps: Time[] = []
export const tests: Time[] = []

/** Runs a step and prints its outcome. @returns whether it passed. */
export async function step(name: string, work: () => Promise<Count>): Promise<boolean> {
  const begun = performance.now()
  const { passed, failed } = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  const seconds = (performance.now() - begun) / 1000
  steps.push([name, seconds])
  const mark = failed === 0 ? '✓' : '✗'
  console.log(`${mark} ${name} (${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s)`)
  return failed === 0
}

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
export async function check(...commands: [string, ...string[]][]): Promise<Count> {
  for (const [command, ...args] of commands) {
    if (!(await run(command, args))) return { passed: 0, failed: 1 }
  }
  return { passed: 1, failed: 0 }
}

/** The production build, at low priority: other steps run beside it. */
export async function build(): Promise<Count> {
  const isBuilt = await run(process.execPath, ['scripts/build/build-site.ts'], { isBeside: true })
  return isBuilt ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Reads the report of a test runner and notes the times of its tests. */
async function readReport<Counts>(file: string, schema: z.ZodType<Counts>): Promise<Counts> {
  const report: unknown = JSON.parse(await readFile(file, 'utf8'))
  tests.push(...timesOf(report))
  return schema.parse(report)
}

const vitestSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })

/** Runs vitest; `name` is that of its report. */
export async function vitest(
  name: string,
  args: string[],
  { env, isLive = true }: Running = {},
): Promise<Count> {
  await mkdir(REPORTS, { recursive: true })
  const report = `${REPORTS}/${name}.json`
  await rm(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const isPassed = await run(bin('vitest'), ['run', ...args, ...reporters], { env, isLive })
  const { numPassedTests: passed, numFailedTests: failed } = await readReport(report, vitestSchema)
  return { passed, failed: isPassed ? failed : Math.max(failed, 1) }
}

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
})

/** Runs the browser tests. */
export async function playwright(args: string[] = []): Promise<Count> {
  const report = `${REPORTS}/e2e.json`
  await rm(report, { force: true })
  const env = { CHROMIUM_PATH: findChromium(console.log) }
  const isPassed = await run(bin('playwright'), ['test', ...args], { env, isLive: true })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats } = await readReport(report, playwrightSchema)
  const { expected: passed, unexpected: failed } = stats
  return { passed, failed: isPassed ? failed : Math.max(failed, 1) }
}
