import { execFileSync, spawn } from 'node:child_process'
import {
  bin,
  build,
  check,
  playwright,
  selection,
  step,
  steps,
  tests,
  total,
  vitest,
} from './steps.ts'
import { compare, record, slowestOf } from './times.ts'

/*
 * `npm test`: all checks and tests that take minutes.
 *
 *   npm test -- PATH...     only these tests, without the checks
 *   npm test -- --record    and writes the times into docs/test-times.md
 *   npm test -- --both      and the tests of the database on the other database
 *   npm test -- --whole     and those that take long, and all inputs of those that have a sample
 *   npm run test:site       builds, and keeps the site of the browser tests running for single tests
 *   npm run verify          only what takes seconds and needs no network
 *   npm run verify:changed [-- COMMIT]   the checks, and the tests of what was changed since then
 */

/**
 * Tests of statements, locks and sorting, whose results may differ between PostgreSQL and PGlite. Not of what is the same on both,
 * since it is no statement: refusals, times, answers of GitHub, kills of a process.
 */
const ON_BOTH_DATABASES = [
  ...['both-names', 'change', 'enter', 'lockout', 'session'].map((name) => `accounts/${name}`),
  ...[
    'archives.test',
    'plugin-displaced',
    'plugin-owners',
    'plugin-takeover',
    'publish.test',
    'publishing-job',
    'quota',
    'releases.test',
    'status',
    'token-files',
    'versions.test',
    'versions-channels',
    'versions-discarded',
    'versions-scheduled',
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
  'needs',
  'operator.test',
  'operator-hidden',
  'operator-races',
  'recolour.test',
  'statistics',
  'sweep',
  ...['migrate', 'target'].map((name) => `transfer/${name}`),
].map((name) => `tests/integration/backend/${name}`)

/**
 * One checker: each one more makes the types again that it shares with the others, which takes twice the processor time. Other checks run
 * beside it. `next typegen` and the build write to one folder: the build starts after the types.
 */
const checkTypes = () =>
  step('types', () => check([bin('next'), 'typegen'], [bin('tsc'), '-p', '.', '--checkers', '1']))

async function runOtherChecks() {
  await step('format', () => check([bin('oxfmt'), '--check']))
  await step('lint and import rules', () => check([bin('oxlint')]))
  await step('dead code', () => check([bin('knip')]))
  await step('messages', () => check([process.execPath, 'scripts/messages/check-messages.ts']))
}

async function verify() {
  const unit = () => step('unit tests', () => vitest('unit', ['tests/unit']))
  await Promise.all([checkTypes(), runOtherChecks(), unit()])
}

/** The suite of both backends beside each other: its tests run one after the other. */
const contract = (paths: string[] = []) =>
  Promise.all(
    ['embedded', 'reference'].map((backend) => {
      const args = ['--config', 'vitest.contract.config.ts', '--project', backend, ...paths]
      return step(`contract suite, ${backend} backend`, () =>
        vitest(`contract-${backend}`, args, { env: { CONTRACT_URL: '' }, isLive: false }),
      )
    }),
  )

async function runAll(isOnBoth: boolean) {
  const built = checkTypes().then(() => step('production build', build))
  await runOtherChecks()
  await step('unit and integration tests', () => vitest('vitest', []))
  if (isOnBoth) {
    await step('tests of the database on PGlite', () =>
      vitest('pglite', ON_BOTH_DATABASES, { env: { TEST_DATABASE_URL: '' } }),
    )
  }
  await contract()
  if (await built) await step('end-to-end tests', () => playwright())
}

/** Browser tests on the site itself, in any order. */
const ALONE = ['--no-deps', '--project=read', '--project=write']

/** Runs the named test files with the runner that each belongs to. */
async function runPaths(paths: string[]) {
  const areIn = (folder: string) => paths.filter((path) => path.startsWith(`tests/${folder}/`))
  const [inBrowser, inContract] = [areIn('e2e'), areIn('contract')]
  const others = paths.filter((path) => !inBrowser.includes(path) && !inContract.includes(path))
  if (others.length > 0) await step('tests', () => vitest('vitest', others))
  if (inContract.length > 0) await contract(inContract)
  if (inBrowser.length > 0 && (await step('production build', build))) {
    await step('end-to-end tests', () => playwright([...ALONE, ...inBrowser]))
  }
}

/** Runs the checks, and the tests that were changed or import what was changed, directly or not. */
async function runChanged(commit = branchPoint()) {
  await checkTypes()
  await runOtherChecks()
  await step('tests of what was changed', () =>
    vitest('vitest', ['--changed', commit, '--passWithNoTests']),
  )
  const only = [...ALONE, `--only-changed=${commit}`, '--pass-with-no-tests']
  if (outputOf(bin('playwright'), 'test', '--list', ...only).includes(' › ')) {
    if (await step('production build', build)) {
      await step('end-to-end tests', () => playwright(only))
    }
  }
}

const outputOf = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8' }).trim()
/** Where the branch left `main`; on `main` itself the last commit. */
const branchPoint = () => outputOf('git', 'merge-base', 'HEAD', 'main')

async function keepSite() {
  if (!(await step('production build', build))) process.exit(1)
  spawn(process.execPath, ['tests/support/keep-site.ts'], { stdio: 'inherit' })
  // Ctrl+C goes to both processes.
  process.on('SIGINT', () => undefined)
}

const ALL = ['--both', '--whole']

async function main() {
  const [option, ...rest] = process.argv.slice(2).filter((word) => word !== '--record')
  if (option === '--site') return keepSite()
  if (option === '--whole') process.env['WHOLE_SAMPLES'] = '1'
  // What is named or was changed is tested with what takes long.
  selection.withLong = option !== undefined && option !== '--both'
  const begun = performance.now()
  if (option === '--verify') await verify()
  else if (option === '--changed') await runChanged(...rest)
  else if (option === undefined || ALL.includes(option)) await runAll(option !== undefined)
  else await runPaths([option, ...rest])
  if (option === undefined || option.startsWith('--')) {
    steps.push([`all ${option ?? ''}`.trim(), (performance.now() - begun) / 1000])
  }
  const slowest = slowestOf(tests)
  console.log(['\nSlowest tests:', ...(await compare(slowest))].join('\n'))
  console.log(['\nSteps:', ...(await compare(steps))].join('\n'))
  if (process.argv.includes('--record')) await record(steps, slowest)
  const { passed, failures } = total
  if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n    '))
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(failures.length === 0 ? 0 : 1)
}

await main()
