import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { taskSchema, type MutantVerdict } from './verdict.ts'

/** Tests mutants one after the other in a copy of the project: `worker.ts FOLDER`, with tasks as messages. */

const root = process.argv[2] ?? ''
process.chdir(root)
const vitest = await createVitest('test', {
  root,
  watch: false,
  project: ['unit'],
  // A thread ends with this process, also in an endless loop.
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  // Not `bail`: it ends a run late, and with it that of the next mutant.
  retry: 0,
  // Mutants are transformed once.
  experimental: { fsModuleCache: false },
  reporters: [{}],
})
await vitest.standalone()
const specifications = await vitest.globTestSpecifications()

/** Runs test files one after the other, until one fails. @returns that file. */
async function findFailing(tests: string[]): Promise<string | undefined> {
  const chosen = tests.flatMap((test) =>
    specifications.filter(({ moduleId }) => moduleId === `${root}/${test}`),
  )
  for (const specification of chosen) {
    const { moduleId } = specification
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
    // All modules that have ever run.
    const tested = testModules.find((one) => one.moduleId === moduleId)
    if (tested?.state() === 'failed') return path.relative(root, moduleId)
    if (unhandledErrors.length > 0) return 'an unhandled error'
  }
  return undefined
}

/** Tests that pass without a change; one that needs its own process is left out. */
const usable = new Map<string, string[]>()
async function usableOf(tests: string[]): Promise<string[]> {
  const key = tests.join()
  let left = usable.get(key) ?? tests
  if (!usable.has(key)) {
    for (;;) {
      const failing = await findFailing(left)
      if (failing === undefined) break
      if (!left.includes(failing)) throw new Error(`${key}: ${failing} without a mutant`)
      console.error(`${failing} fails without a mutant`)
      left = left.filter((test) => test !== failing)
    }
    usable.set(key, left)
  }
  return left
}

/** Processor time that the tests of one mutant may take, in ms: above it is an endless loop. */
const SLOW_MS = 60_000
let begun: NodeJS.CpuUsage | undefined
setInterval(() => {
  if (begun === undefined) return
  const { user, system } = process.cpuUsage(begun)
  if ((user + system) / 1000 > SLOW_MS) process.kill(process.pid, 'SIGKILL')
}, 1000)

async function judge(message: unknown): Promise<MutantVerdict> {
  const { mutant, tests } = taskSchema.parse(message)
  const file = `${root}/${mutant.file}`
  const source = readFileSync(file, 'utf8')
  const chosen = await usableOf(tests)
  if (chosen.length === 0) return { outcome: 'untested', by: '' }
  begun = process.cpuUsage()
  writeFileSync(file, source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end))
  vitest.invalidateFile(file)
  try {
    const by = await findFailing(chosen)
    return by === undefined ? { outcome: 'survived', by: '' } : { outcome: 'killed', by }
  } finally {
    begun = undefined
    writeFileSync(file, source)
    vitest.invalidateFile(file)
  }
}

process.on('message', (message) => {
  void judge(message).then(
    (verdict) => process.send?.(verdict),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ isReady: true })
