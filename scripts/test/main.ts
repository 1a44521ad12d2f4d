import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { git } from '#scripts/gate/git.ts'
import { changedSincePassed } from '#scripts/gate/stamps.ts'
import { expandMessages, findChangedFiles, selectSpecs, selectTests } from './changed.ts'
import { LONG_ON_BOTH_DATABASES, ON_BOTH_DATABASES } from './both-databases.ts'
import { findFilesWithLong, findLongFiles, findSampledFiles, isInBrowser } from './long-files.ts'
import { AGAIN, describeFailure, IN_BROWSER, ON_PGLITE } from './failures.ts'
import { measurePace } from './pace.ts'
import { describeUnstable, repeat, repeatable, type Unstable } from './repeat.ts'
import {
  bin,
  build,
  check,
  fileSeconds,
  playwright,
  runPlaywright,
  runVitest,
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
 *   npm test -- PATH... [-t TITLE]   only these tests, without the checks
 *   npm test -- --both      and the tests of the database on the other database
 *   npm test -- --record    and writes the times into docs/test-times.md
 *   npm run test:long -- gate   the tests that take longer, and all inputs of those that have a sample
 *   npm run test:site       builds, and keeps the site of the browser tests running for single tests
 *   npm run verify          only what takes seconds and needs no network
 *   npm run verify:changed [-- COMMIT]   the checks, and the tests of what was changed since then
 */

/**
 * One checker: each one more makes the types again that it shares with the others, which takes twice the processor time. Other checks run
 * beside it. `next typegen` and the build write to one folder: the build starts after the types.
 */
const checkTypes = () =>
  step('types', () => check(['npm', 'run', 'typegen'], [bin('tsc'), '-p', '.', '--checkers', '1']))

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

const installBrowser = () =>
  step('browser', () => check([process.execPath, 'scripts/test/install-browser.ts']))

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
/** Whether the tests of the database run on a server. */
const hasServer = () =>
  Boolean(process.env['TEST_DATABASE_URL']) || existsSync('/usr/lib/postgresql')
const onPGlite = { env: { TEST_DATABASE_URL: '' } }

/** Measured when the steps of `npm test` do not run. */
const paces: number[] = []

async function runAll(isOnBoth: boolean) {
  paces.push(await measurePace())
  selection.tests = 'gate'
  const browser = installBrowser()
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
  if ((await browser) && isBuilt) await step('end-to-end tests', () => playwright())
  paces.push(await measurePace())
}

/** The long tests, and all inputs of those that have a sample. */
async function runLong() {
  selection.tests = 'long'
  process.env['WHOLE_SAMPLES'] = '1'
  paces.push(await measurePace())
  const built = step('production build', build)
  const sampled = outsideBrowser(findSampledFiles())
  const long = outsideBrowser(findFilesWithLong()).filter((file) => !sampled.includes(file))
  await step('long tests', () => vitest('vitest', ['--tags-filter=long', ...long]))
  await step('tests with all inputs', () => vitest('samples', sampled))
  if (hasServer()) {
    const onBoth = [...ON_BOTH_DATABASES, ...LONG_ON_BOTH_DATABASES]
    await step('long tests of the database on PGlite', () => vitest('pglite', onBoth, onPGlite))
  }
  if (await built) await step('long end-to-end tests', () => playwright())
}

/** Browser tests on the site itself, in any order. */
const ALONE = ['--no-deps', '--project=read', '--project=write']

/** Runs the named test files with the runner that each belongs to; of them, after `-t`, the tests whose titles contain a pattern. */
async function runPaths(words: string[]) {
  const at = words.includes('-t') ? words.indexOf('-t') : words.length
  const paths = words.slice(0, at)
  const titles = words.slice(at)
  const areIn = (folder: string) => paths.filter((path) => path.startsWith(`tests/${folder}/`))
  const [inBrowser, inContract] = [areIn('e2e'), areIn('contract')]
  const others = paths.filter((path) => !inBrowser.includes(path) && !inContract.includes(path))
  if (others.length > 0) await step('tests', () => vitest('vitest', [...others, ...titles]))
  if (inContract.length > 0) await contract([...inContract, ...titles])
  if (inBrowser.length > 0 && (await step('production build', build))) {
    const grep = titles.map((word) => (word === '-t' ? '--grep' : word))
    await step('end-to-end tests', () => playwright([...ALONE, ...inBrowser, ...grep]))
  }
}

/** Runs failed files of a run in CI once more, if that may decide. Its failures are those of a fresh process, or none. */
async function repeatFailed(): Promise<Unstable[]> {
  const changed = changedSincePassed()
  const failed = changed && repeatable(total.failures, changed)
  if (failed === undefined) return []
  console.log(`\nOnce more, alone: ${failed.length} failed tests`)
  const unstable = await repeat(failed, (report, files, projects) => {
    if (report !== IN_BROWSER) {
      const args = [...withoutLong(), '--max-workers=1', ...files]
      return runVitest(`${report}${AGAIN}`, args, report === ON_PGLITE ? onPGlite : {})
    }
    const projectArgs = projects.map((name) => `--project=${name}`)
    const args = ['--no-deps', '--workers=1', '--trace=retain-on-failure', ...projectArgs, ...files]
    return runPlaywright(`${report}${AGAIN}`, args)
  })
  if (unstable === undefined) return []
  total.failures.length = 0
  return unstable
}

/** Seconds of tests, two at a time, of each runner: with checks, build and start of the site at most five minutes. */
const CHANGED_SECONDS = 150

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
  const ofContract = changed.filter((file) => /^tests\/contract\/.*\.test\.ts$/.test(file))
  if (ofContract.length > 0) await contract(ofContract)
  if (await built) {
    await step('end-to-end tests', () => playwright([...ALONE, ...specs.chosen]))
  }
  const leftOut = [...others.leftOut, ...specs.leftOut]
  printList(`Not run, for time, ${leftOut.length} files that the change may concern`, leftOut)
}

function printList(title: string, lines: string[]) {
  if (lines.length > 0) console.log([`\n${title}:`, ...lines].join('\n    '))
}

/** Where the branch left `main`; on `main` itself the last commit. */
const branchPoint = () => git('merge-base', 'HEAD', 'main')

async function keepSite() {
  if (!(await step('production build', build))) process.exit(1)
  spawn(process.execPath, ['tests/support/keep-site.ts'], { stdio: 'inherit' })
  // Ctrl+C goes to both processes.
  process.on('SIGINT', () => undefined)
}

async function main() {
  const [option, ...rest] = process.argv.slice(2).filter((word) => word !== '--record')
  if (option === '--site') return keepSite()
  const isGate = option === undefined || option === '--both'
  const begun = performance.now()
  if (option === '--verify') await verify()
  else if (option === '--changed') await runChanged(...rest)
  else if (option === '--long') await runLong()
  else if (isGate) await runAll(option === '--both')
  else await runPaths([option, ...rest])
  if (option === undefined || option.startsWith('--')) {
    steps.push([`all ${option ?? ''}`.trim(), (performance.now() - begun) / 1000])
    const late = await judgeTime(steps, fileSeconds, paces)
    total.failures.push(...late.map((error) => ({ step: 'time', error })))
  }
  const unstable = isGate && process.env['CI'] !== undefined ? await repeatFailed() : []
  const slowest = slowestOf(tests)
  console.log(['\nSlowest tests:', ...(await compare(slowest))].join('\n'))
  console.log(['\nSteps:', ...(await compare(steps))].join('\n'))
  if (process.argv.includes('--record')) await record(steps, slowest, fileSeconds, paces)
  const { passed, failures } = total
  printList('Unstable', unstable.map(describeUnstable))
  printList('Failed', failures.map(describeFailure))
  const counted = unstable.length > 0 ? `, ${unstable.length} unstable` : ''
  console.log(`\n${passed} passed, ${failures.length} failed${counted}`)
  process.exit(failures.length === 0 ? 0 : 1)
}

await main()
