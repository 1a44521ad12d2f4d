import { spawn } from 'node:child_process'
import { createWriteStream, globSync, mkdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import { AGAIN } from '#scripts/test/failures.ts'
import { git, tryGit } from './git.ts'
import { type GateRun, keepReports, notePassed } from './stamps.ts'

/*
 * `.ci/run`: `npm test` with the given options. Its output is kept with the reports, and what it has found is noted by the tree of the commit
 * (stamps.ts). The reports are kept where a test failed, also where its repetition passed. Outside of a repository, or with changes that are not committed, nothing is noted.
 */

const REPORTS = 'test-results'
const MINUTE_MS = 60_000

/** Runs the tests; prints and keeps what they print. @returns their exit code. */
async function runTests(options: string[]): Promise<number> {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS)
  const log = createWriteStream(`${REPORTS}/run.log`)
  const child = spawn(process.execPath, ['scripts/test/main.ts', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const print = (chunk: Buffer) => {
    process.stdout.write(chunk)
    log.write(chunk)
  }
  child.stdout.on('data', print)
  child.stderr.on('data', print)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  await new Promise<void>((resolve) => log.end(resolve))
  return code ?? 1
}

/** The tree of what is tested, if that is a commit. */
const committedTree = () =>
  tryGit('status', '--porcelain') === '' ? tryGit('rev-parse', 'HEAD^{tree}') : undefined

async function main() {
  const begun = performance.now()
  const before = committedTree()
  const loads: number[] = []
  const noteLoad = () => loads.push(Number((os.loadavg()[0] ?? 0).toFixed(1)))
  noteLoad()
  const minutes = setInterval(noteLoad, MINUTE_MS)
  const code = await runTests(process.argv.slice(2))
  clearInterval(minutes)
  const tree = committedTree()
  if (tree !== undefined && tree === before) note(code === 0, tree, begun, loads)
  else console.log('Not noted: what was tested is not a commit.')
  process.exit(code)
}

function note(hasPassed: boolean, tree: string, begun: number, load: number[]) {
  const run: GateRun = {
    commit: git('rev-parse', 'HEAD'),
    date: new Date().toISOString(),
    seconds: Math.round((performance.now() - begun) / 1000),
    load,
  }
  if (hasPassed) {
    notePassed(tree, run)
    console.log(`Passed in ${run.seconds} s: tree ${tree}`)
  } else {
    console.log(`Failed after ${run.seconds} s`)
  }
  const hasUnstable = globSync(`${REPORTS}/*${AGAIN}.json`).length > 0
  if (!hasPassed || hasUnstable) console.log(`Reports: ${keepReports(tree, run, REPORTS)}`)
}

await main()
