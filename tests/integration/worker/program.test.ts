import { cp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBackendPool } from '#backend/worker/pool.ts'
import { createFailureLog } from '#lib/log/failures.ts'
import { WorkerError } from '#lib/worker/error.ts'
import { createPool, type Pool } from '#lib/worker/pool.ts'
import { registered } from '#tests/support/accounts.ts'
import { startTestBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
import { PAYER } from '#tests/support/payer.ts'
import { upload } from '#tests/support/publishing.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

let pool: Pool | undefined
const folder = await scratchFolder()
afterEach(() => pool?.close())

const serving = JSON.stringify(pathToFileURL(path.resolve('lib/worker/serve.ts')).href)
const helping = JSON.stringify(pathToFileURL(path.resolve('lib/worker/program-error.ts')).href)

let count = 0
/** Writes an entry module of worker processes. */
async function script(text: string): Promise<string> {
  count += 1
  const file = path.join(folder, `worker-${count}.ts`)
  await writeFile(file, text)
  return file
}
const tasks = (text: string) => script(`import { serve } from ${serving}\nserve({ ${text} })\n`)

/** How a task of the script fails, after as many tries: each leaves its place to the next. */
async function failure(file: string, times = 1) {
  const limits = { cpuMs: 20_000, rssBytes: 1024 ** 3 }
  pool = createPool({ script: file, size: 1, queueMax: 1, heapMb: 64, limits })
  for (let time = 1; ; time += 1) {
    const error: unknown = await pool.run(PAYER, 'a', null).catch((thrown: unknown) => thrown)
    if (!(error instanceof WorkerError)) throw new Error(`No failure: ${String(error)}`)
    if (time === times) return { reason: error.reason, message: error.message }
  }
}

describe('a worker process that cannot run is a fault of its program, with the cause:', () => {
  it.each([
    ['its file is missing', () => path.join(folder, 'none.ts'), /Cannot find module/],
    ['a module is missing', () => script("import './none.ts'"), /ERR_MODULE_NOT_FOUND/],
    ['a module is of another release', () => script("import { x } from 'node:fs'; x()"), /export/],
    ['a syntax error', () => script('const = 1'), /SyntaxError|ERR_INVALID_TYPESCRIPT/],
    ['an error while it loads', () => script("throw new Error('no fonts')"), /no fonts/],
    ['it ends before it is ready', () => script(''), /\(0\)/],
    [
      'it is killed before it is ready',
      () => script("process.kill(process.pid, 'SIGKILL')"),
      /KILL/,
    ],
    [
      'its memory is full before it is ready',
      () => script('const a = []; for (;;) a.push({})'),
      /heap/,
    ],
    [
      'it speaks in another form',
      () =>
        script(
          "process.send({ type: 'hello' }); process.on('message', () => process.send({ type: 'result' })); setInterval(() => 0, 1000)",
        ),
      /another form/,
    ],
    ['the task is unknown', () => tasks('b: () => null'), /task a is unknown/],
    ['the module of a task is missing', () => tasks("a: () => import('./none.ts')"), /none\.ts/],
    [
      'a file of a task is missing',
      () => tasks("a: async () => (await import('node:fs')).readFileSync('/none/font.ttf')"),
      /font\.ttf/,
    ],
  ])('%s', async (_what, make, cause) => {
    const { reason, message } = await failure(await make())
    expect(reason).toBe('program')
    expect(message).toMatch(cause)
  })

  it('the module of a task is of another release', async () => {
    const other = await script('export const x = 1')
    const file = await script(`import { serve } from ${serving}
      import { loadProgram } from ${helping}
      serve({ a: () => loadProgram(() => import(${JSON.stringify(`${other}.ts`)}))  })`)
    expect(await failure(file)).toMatchObject({ reason: 'program' })
  })

  it('the input of the task has another form', async () => {
    const file = await script(`import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
      import { serve } from ${serving}
      import { readInput } from ${helping}
      serve({ a: (input) => readInput(z.object({ bytes: z.string() }), input) })`)
    expect(await failure(file)).toMatchObject({ reason: 'program' })
  })

  it('the watchdog is missing', async () => {
    const copied = path.join(folder, 'copied')
    await cp('lib/worker', copied, { recursive: true })
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    await rm(path.join(copied, 'watchdog.ts'))
    const file = await script("import { serve } from './copied/serve.ts'\nserve({ a: () => 1 })")
    expect(await failure(file)).toMatchObject({
      reason: 'program',
      message: expect.stringMatching(/watchdog\.ts/),
    })
  })

  it.each([
    ['Node is missing', '/none/node', /ENOENT/],
    ['Node is no program', path.resolve('package.json'), /EACCES/],
  ])('%s', async (_what, program, cause) => {
    const before = process.execPath
    try {
      process.execPath = program
      const { reason, message } = await failure(await tasks('a: () => 1'), 2)
      expect(reason).toBe('program')
      expect(message).toMatch(cause)
    } finally {
      process.execPath = before
    }
  })

  it('the system refuses to create it at once', async () => {
    vi.stubEnv('MALLOC_TEST_', 'x'.repeat(4 * 1024 * 1024))
    const { reason, message } = await failure(await tasks('a: () => 1'), 2)
    vi.unstubAllEnvs()
    expect(reason).toBe('program')
    expect(message).toMatch(/E2BIG/)
  })
})

describe('what a task does with its input is no fault of the program:', () => {
  it.each([
    ['an error', "a: () => { throw new Error('no picture') }", 'failed'],
    ['a syntax error in a file', "a: () => JSON.parse('{')", 'failed'],
    ['the end of the process', 'a: () => process.exit(3)', 'crash'],
    ['a full memory', 'a: () => { const a = []; for (;;) a.push({}) }', 'crash'],
  ])('%s', async (_what, text, reason) => {
    expect(await failure(await tasks(text))).toMatchObject({ reason })
  })
})

describe('a backend whose worker does not start', () => {
  it('answers 503 for a picture and for a pack, with the cause in the log, until it starts', async () => {
    const lines: string[] = []
    const failures = createFailureLog(
      pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) }),
    )
    const broken = createBackendPool(failures, path.join(folder, 'gone.ts'))
    const whole = createBackendPool(failures)
    const now = { pool: broken }
    const workers: Pool = {
      run: (...given) => now.pool.run(...given),
      close: () => undefined,
    }
    await using stack = new AsyncDisposableStack()
    const backend = await startTestBackend({ workers, failures })
    stack.defer(async () => {
      await backend.clear()
      await backend.stop()
      broken.close()
      whole.close()
    })
    const token = await registered(backend)
    const pack = await buildIconPack('sun')
    const picture = { purpose: 'cover' as const, bytes: await createPicture({ format: 'png' }) }
    for (const answer of [
      await upload(backend, token, picture),
      await upload(backend, token, pack),
    ]) {
      expect(answer).toMatchObject({ status: 503, code: 503, reason: 'unavailable', data: null })
    }
    expect(lines).toEqual([
      expect.stringMatching(/"subsystem":"worker".*gone\.ts.*"msg":"worker failed"/),
    ])
    expect(failures.failing()).toEqual(['worker'])
    now.pool = whole
    expect(await upload(backend, token, picture)).toMatchObject({ status: 200 })
    expect(failures.failing()).toEqual([])
  })
})
