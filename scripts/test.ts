import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { buildIfChanged } from './build.ts'
import { findChromium } from './chromium.ts'

/*
 * `npm test`: all checks and tests that take minutes. `--verify`: only those that take seconds and
 * need no network. A check that is not a test runner counts as one test.
 */

type Count = { passed: number; failed: number }
const REPORTS = 'test-results'
const bin = (name: string) => `node_modules/.bin/${name}`
/** Tests whose results may differ on a database server: statements, locks, sorting. */
const ON_A_SERVER = [
  'accounts',
  // The others in this folder are about pictures, answers of GitHub and the reading of archives.
  ...[
    'acknowledged',
    'archives.test',
    'kill',
    'plugin-displaced',
    'plugin-owners',
    'plugin-packages',
    'plugin-publish',
    'plugin-repository',
    'plugin-takeover',
    'publish',
    'publisher-matrix',
    'quota',
    'releases',
    'roles',
    'status',
    'token-files',
    'upload',
    'versions',
  ].map((name) => `publish/${name}`),
  'search',
  'addresses',
  'big-pack',
  'categories',
  'clear-demo',
  'clock-jumps',
  'drawings-turns',
  'examine',
  'idempotency',
  'jobs',
  'list',
  'operator',
  'owner',
  'statistics',
  'sweep',
  // The others are about the files of a backup, which are the same from every database.
  ...['backup', 'migrate', 'target'].map((name) => `transfer/${name}`),
].map((name) => `tests/integration/backend/${name}`)
const total: Count = { passed: 0, failed: 0 }

async function step(name: string, work: () => Promise<Count>) {
  const begun = performance.now()
  const { passed, failed } = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `${failed === 0 ? '✓' : '✗'} ${name} (${passed} passed, ${failed} failed, ${seconds} s)`,
  )
  return failed === 0
}

/** Runs a command. Its output is printed if it fails, or streamed with `live`. */
function run(command: string, args: string[], env: Record<string, string> = {}, live = false) {
  const child = spawn(command, args, {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  })
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(said))
      resolve(code === 0)
    })
  })
}

async function check(...commands: [string, ...string[]][]): Promise<Count> {
  for (const [command, ...args] of commands) {
    if (!(await run(command, args))) return { passed: 0, failed: 1 }
  }
  return { passed: 1, failed: 0 }
}

const vitestSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })

async function vitest(name: string, filters: string[], env: Record<string, string>) {
  const report = `${REPORTS}/${name}.json`
  const reporters = [
    '--reporter=default',
    '--reporter=./tests/support/flaky-reporter.ts',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const ok = await run(bin('vitest'), ['run', ...filters, ...reporters], env, true)
  const { numPassedTests: passed, numFailedTests: failed } = vitestSchema.parse(
    JSON.parse(await readFile(report, 'utf8')),
  )
  return { passed, failed: ok ? failed : Math.max(failed, 1) }
}

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

async function playwright(): Promise<Count> {
  const report = `${REPORTS}/e2e.json`
  await rm(report, { force: true })
  const env = { CHROMIUM_PATH: findChromium(console.log) }
  const ok = await run(bin('playwright'), ['test'], env, true)
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats } = playwrightSchema.parse(JSON.parse(await readFile(report, 'utf8')))
  if (stats.flaky > 0) console.warn(`${stats.flaky} passed at the second try alone: mend them`)
  const failed = stats.unexpected
  return { passed: stats.expected + stats.flaky, failed: ok ? failed : Math.max(failed, 1) }
}

async function main() {
  const isQuick = process.argv.includes('--verify')
  await mkdir(REPORTS, { recursive: true })
  await step('format', () => check([bin('oxfmt'), '--check']))
  await step('lint and import rules', () => check([bin('oxlint')]))
  await step('types', () => check([bin('next'), 'typegen'], [bin('tsc'), '-p', '.']))
  await step('dead code', () => check([bin('knip')]))
  await step('messages', () => check([bin('node'), 'scripts/check-messages.ts']))
  // An empty variable counts as unset: the first run uses the embedded database.
  const embedded = { TEST_DATABASE_URL: '' }
  if (isQuick) {
    await step('unit tests', () => vitest('unit', ['tests/unit'], embedded))
  } else {
    await step('unit and integration tests', () => vitest('vitest', [], embedded))
    const server = process.env['TEST_DATABASE_URL']
    if (server) {
      await step('integration tests on a PostgreSQL server', () =>
        vitest('postgres', ON_A_SERVER, {
          TEST_DATABASE_URL: server,
          KILLS: '1',
        }),
      )
    }
    await step('contract suite', () =>
      vitest('contract', ['--config', 'vitest.contract.config.ts'], { CONTRACT_URL: '' }),
    )
    const isBuilt = await step('production build', async () => {
      await buildIfChanged(console.log)
      return { passed: 1, failed: 0 }
    })
    if (isBuilt) await step('end-to-end tests', playwright)
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 ? 0 : 1)
}

await main()
