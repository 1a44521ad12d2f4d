import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describeCommit, git, mainBranch, tryGit } from './git.ts'
import { findReports, findPassed, lastPassed, treeOf } from './stamps.ts'
import { readOverdue } from './unstable.ts'

/*
 * `npm run gate`: what CI does, on a clean clone of the last commit. Before `main` moves it has to pass (CONTRIBUTING.md).
 *
 *   npm run gate               prints its steps and failures; the output is kept where it fails
 *   npm run gate -- --whole    runs `npm run test:long -- gate` after it
 *   npm run gate -- --status   what has passed, and what failed last
 */

/** Lines that are printed at once. */
const STEP = /^(?:[✓✗] |Once more|Installed in )/
/** The first line of what is printed at the end. */
const SUMMARY = /^(?:Unstable|Failed):$/m

const root = process.cwd()

/** The environment of a shell outside of the checkout: neither its commands nor the variables of npm and of hooks of git. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const others = Object.keys(process.env).filter((name) => /^npm_|^GIT_|^INIT_CWD$/.test(name))
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return {
    ...process.env,
    ...Object.fromEntries(others.map((name) => [name, undefined])),
    PATH: folders.filter((name) => !name.includes('node_modules')).join(path.delimiter),
    CI: 'true',
  }
}

/** Runs a command in a clone. Prints its steps, and its last part. @returns whether it has passed. */
async function run(folder: string, command: string, args: string[]) {
  const child = spawn(command, args, {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  let output = ''
  let printed = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const end = output.lastIndexOf('\n')
    for (const line of output.slice(printed, end).split('\n')) {
      if (STEP.test(line)) console.log(line)
    }
    printed = Math.max(printed, end)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  process.off('SIGTERM', stop)
  const summary = output.search(SUMMARY)
  console.log(summary < 0 ? output.split('\n').slice(-5).join('\n') : output.slice(summary))
  return code === 0
}

/** Clones a commit and runs commands there. @returns whether all have passed. */
async function runInClone(commit: string, commands: [string, ...string[]][]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gate-'))
  try {
    const clone = path.join(folder, 'project')
    git('clone', '--quiet', '--no-checkout', root, clone)
    git('-C', clone, 'checkout', '--quiet', '-B', 'main', commit)
    for (const [command, ...args] of commands) {
      if (!(await run(clone, command, args))) return false
    }
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runGate(isWhole: boolean) {
  const commit = git('rev-parse', 'HEAD')
  const overdue = await readOverdue(Number(git('log', '-1', '--format=%ct', commit)) * 1000)
  if (overdue.length > 0) {
    console.log(['Repair these unstable tests first:', ...overdue].join('\n    '))
    return false
  }
  const others = git('status', '--porcelain').split('\n').filter(Boolean).length
  if (others > 0) console.log(`Not committed, so not part of this run: ${others} files`)
  console.log(`${describeCommit(commit)}, load ${os.loadavg()[0]?.toFixed(1)}`)
  return await runInClone(commit, [
    ['bash', '.ci/run'],
    ...(isWhole ? [['npm', 'run', 'test:long', '--', 'gate'] satisfies [string, ...string[]]] : []),
  ])
}

function printStatus() {
  const passed = findPassed(treeOf('HEAD'))
  const outcome = passed ? `has passed on ${passed.date}, in ${passed.seconds} s` : 'has not passed'
  console.log(`This commit, ${describeCommit('HEAD')}, ${outcome}.`)
  const branch = mainBranch()
  const last = lastPassed(branch)
  console.log(
    last === undefined
      ? `No commit of ${branch} has passed on this machine.`
      : `The last commit of ${branch} that has passed is ${describeCommit(last)}; ${git('rev-list', '--count', `${last}..${branch}`)} came after it.`,
  )
  const [failed] = findReports()
  if (!failed) return console.log('No reports of a failure.')
  const { commit, date } = failed.run
  const what = tryGit('cat-file', '-e', commit) === undefined ? commit : describeCommit(commit)
  const kind = failed.hasPassed ? 'The last failure, whose repetition passed' : 'The last failure'
  console.log(`${kind}: ${what}, on ${date}; reports: ${failed.folder}`)
}

// Ctrl+C reaches the tests, too; when they have ended, the clone is removed.
process.on('SIGINT', () => undefined)

const options = process.argv.slice(2)
if (options.includes('--status')) printStatus()
else process.exit((await runGate(options.includes('--whole'))) ? 0 : 1)
