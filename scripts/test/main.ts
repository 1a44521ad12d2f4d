import { execFileSync, spawn } from 'node:child_process'
import { expandMessages, findChangedFiles, selectSpecs, selectTests } from './changed.ts'
import { findFilesWithLong, findLongFiles, findSampledFiles, isInBrowser } from './long-files.ts'
import { measurePace } from './pace.ts'
import {
  bin,
  build,
  check,
  fileSeconds,
  playwright,
  selection,
  step,
  steps,
  tests,
  total,
  vitest,
} from './steps.ts'
import { compare, judgeTime, record, recordedSeconds, slowestOf } from './times.ts'

/*
 * `npm test`: the checks and tests that a change has to pass, within twelve minutes (docs/test-times.md).
 *
 *   npm test -- PATH...     only these tests, without the checks
 *   npm test -- --both      and the tests of the database on the other database
 *   npm test -- --record    and writes the times into docs/test-times.md
 *   npm run test:long -- gate   the tests that take longer, and all inputs of those that have a sample
 *   npm run test:site       builds, and keeps the site of the browser tests running for single tests
 *   npm run verify          only what takes seconds and needs no network
 *   npm run verify:changed [-- COMMIT]   the checks, and the tests of what was changed since then
 */

/** Tests of statements, locks and sorting, whose results may differ between PostgreSQL and PGlite: part of `npm test`. */
const ON_BOTH_DATABASES = [
  ...['both-names', 'enter', 'session.test'].map((name) => `accounts/${name}`),
  ...['publish.test', 'quota', 'status', 'versions.test', 'versions-scheduled'].map(
    (name) => `publish/${name}`,
  ),
  'search',
  'addresses',
  'categories',
  'idempotency',
  'jobs.test',
  'list',
  'needs',
  'operator-races',
  'statistics',
  'sweep',
  'transfer/target',
].map(inBackend)

/**
 * Of the same sort, with statements that resemble those above. None is about what is the same on both, since it is no statement:
 * refusals, times, answers of GitHub, kills of a process.
 */
const LONG_ON_BOTH_DATABASES = [
  ...['change', 'lockout', 'sessions'].map((name) => `accounts/${name}`),
  ...[
    'archives.test',
    'plugin-displaced',
    'plugin-owners',
    'plugin-takeover',
    'publishing-job',
    'releases.test',
    'token-files',
    'versions-channels',
    'versions-discarded',
  ].map((name) => `publish/${name}`),
  'big-pack',
  'clear-demo',
  'clock-jumps',
  'drawings-turns',
  'examine',
  'jobs',
  'operator.test',
  'operator-hidden',
  'recolour.test',
  'transfer/migrate',
].map(inBackend)

function inBackend(name: string) {
  return `tests/integration/backend/${name}`
}

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

/** Options of vitest: all tests but the long ones, without loading a file that has no others. */
const withoutLong = () => [
  '--tags-filter=!long',
  ...findLongFiles().flatMap((file) => ['--exclude', file]),
]
const outsideBrowser = (files: string[]) => files.filter((file) => !isInBrowser(file))
const onPGlite = { env: { TEST_DATABASE_URL: '' } }

/** Measured when the steps of `npm test` do not run. */
const paces: number[] = []

async function runAll(isOnBoth: boolean) {
  paces.push(await measurePace())
  selection.tests = 'gate'
  const built = checkTypes().then(() => step('production build', build))
  await runOtherChecks()
  await step('unit and integration tests', () => vitest('vitest', withoutLong()))
  const isBuilt = await built
  paces.push(await measurePace())
  if (isOnBoth) {
    await step('tests of the database on PGlite', () =>
      vitest('pglite', [...withoutLong(), ...ON_BOTH_DATABASES], onPGlite),
    )
  }
  await contract()
  paces.push(await measurePace())
  if (isBuilt) await step('end-to-end tests', () => playwright())
  paces.push(await measurePace())
}

/** The long tests, and all inputs of those that have a sample. */
async function runLong() {
  selection.tests = 'long'
  process.env['WHOLE_SAMPLES'] = '1'
  const built = step('production build', build)
  const long = outsideBrowser(findFilesWithLong())
  await step('long tests', () => vitest('vitest', ['--tags-filter=long', ...long]))
  const sampled = outsideBrowser(findSampledFiles()).filter((file) => !long.includes(file))
  await step('tests with all inputs', () => vitest('samples', sampled))
  await step('long tests of the database on PGlite', async () => {
    const onBoth = [...ON_BOTH_DATABASES, ...LONG_ON_BOTH_DATABASES]
    return await vitest('pglite', onBoth, onPGlite)
  })
  if (await built) await step('long end-to-end tests', () => playwright())
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

/** Seconds of tests, two at a time, of each runner: with checks and build at most five minutes. */
const CHANGED_SECONDS = 240

/** Runs the checks, and those tests of what was changed that come first, within five minutes. */
async function runChanged(commit = branchPoint()) {
  const secondsOf = await recordedSeconds()
  const limits = { secondsOf, seconds: CHANGED_SECONDS }
  const { changed, texts } = expandMessages(findChangedFiles(commit), commit)
  const [others, specs] = [selectTests(changed, limits), selectSpecs(changed, texts, limits)]
  const built =
    specs.chosen.length > 0
      ? checkTypes().then(() => step('production build', build))
      : checkTypes().then(() => false)
  await runOtherChecks()
  if (others.chosen.length > 0) {
    await step('tests of what was changed', () => vitest('vitest', others.chosen))
  }
  if (await built) {
    await step('end-to-end tests', () => playwright([...ALONE, ...specs.chosen]))
  }
  const leftOut = [...others.leftOut, ...specs.leftOut]
  if (leftOut.length > 0) {
    console.log(`\nNot run, for time: ${leftOut.length} other files that the change may concern.`)
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

async function main() {
  const [option, ...rest] = process.argv.slice(2).filter((word) => word !== '--record')
  if (option === '--site') return keepSite()
  const begun = performance.now()
  if (option === '--verify') await verify()
  else if (option === '--changed') await runChanged(...rest)
  else if (option === '--long') await runLong()
  else if (option === undefined || option === '--both') await runAll(option === '--both')
  else await runPaths([option, ...rest])
  if (option === undefined || option.startsWith('--')) {
    steps.push([`all ${option ?? ''}`.trim(), (performance.now() - begun) / 1000])
    total.failures.push(...(await judgeTime(steps, fileSeconds, paces)))
  }
  const slowest = slowestOf(tests)
  console.log(['\nSlowest tests:', ...(await compare(slowest))].join('\n'))
  console.log(['\nSteps:', ...(await compare(steps))].join('\n'))
  if (process.argv.includes('--record')) await record(steps, slowest, fileSeconds, paces)
  const { passed, failures } = total
  if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n    '))
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(failures.length === 0 ? 0 : 1)
}

await main()
