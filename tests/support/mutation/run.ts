import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Mutant } from './mutants.ts'
import { type MutantVerdict, verdictSchema } from './verdict.ts'

const BEHAVIOUR = 'tests/unit/docs/behaviour.test.ts'
/** Test files that run for a mutant at most. A rule that only a distant test shows counts as unguarded. */
const NEAREST = 8

export type JudgedMutant = Mutant & MutantVerdict

/** A copy of the files of the project that git has or would add. */
function copyProject(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    if (file !== '') cpSync(file, path.join(folder, file))
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** The nearest tests of a module, and the one that compares its constants with the document where that names it. */
function testsOf(file: string, related: Map<string, string[]>): string[] {
  const nearest = (related.get(file) ?? []).filter((test) => test !== BEHAVIOUR).slice(0, NEAREST)
  const isDocumented = readFileSync('docs/behaviour.md', 'utf8').includes(`(../${file})`)
  return isDocumented ? [...nearest, BEHAVIOUR] : nearest
}

/** Runs the tests of each mutant, on all processors. */
export async function judgeMutants(
  mutants: Mutant[],
  related: Map<string, string[]>,
): Promise<JudgedMutant[]> {
  const queue = [...mutants]
  const judged: JudgedMutant[] = []

  async function work() {
    const folder = copyProject()
    let child = await startWorker(folder)
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const verdict = await ask(child, { mutant, tests: testsOf(mutant.file, related) })
      if (verdict.outcome === 'slow') {
        cpSync(mutant.file, path.join(folder, mutant.file))
        child = await startWorker(folder)
      }
      judged.push({ ...mutant, ...verdict })
      if (judged.length % 50 === 0) console.log(`${judged.length} of ${mutants.length} mutants`)
    }
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work))
  return judged
}

async function startWorker(folder: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [folder], {
    execPath: path.resolve('node_modules/.bin/node'),
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

function ask(child: ChildProcess, task: object): Promise<MutantVerdict> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal) resolve({ outcome: 'slow', by: signal })
      else reject(new Error(`a worker ended with ${code}`))
    })
    child.once('message', (message) => {
      child.removeAllListeners()
      resolve(verdictSchema.parse(message))
    })
    child.send(task)
  })
}
