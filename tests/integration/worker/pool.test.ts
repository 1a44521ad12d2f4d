// @module-tag long
import { fork } from 'node:child_process'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { WorkerError } from '#lib/worker/error.ts'
import { createPool, type Pool, type PoolOptions } from '#lib/worker/pool.ts'
import { isRunning, sendSignal } from '#tests/support/processes.ts'
import { waitFor } from '#tests/support/wait.ts'
import { PAYER } from '#tests/support/payer.ts'

const script = path.resolve(import.meta.dirname, '../../support/worker-tasks.ts')
const MB = 1024 * 1024
let pool: Pool
afterEach(() => pool.close())

function start(options: Partial<PoolOptions> = {}) {
  pool = createPool({
    script,
    size: 1,
    queueMax: 10,
    heapMb: 128,
    limits: { cpuMs: 5_000, rssBytes: 400 * MB },
    ...options,
  })
  return pool
}

const failure = async (task: Promise<unknown>) => {
  const error = await task.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof WorkerError ? error.reason : error
}

describe('a worker pool', () => {
  it('returns the result of a task, with bytes unchanged', async () => {
    const bytes = Buffer.from([0, 1, 255])
    expect(await start().run(PAYER, 'echo', { bytes })).toEqual({ bytes })
  })

  it('passes no environment variables on but NODE_ENV, the settings of the allocator and the place of compiled modules', async () => {
    vi.stubEnv('SESSION_SECRET', 'secret')
    vi.stubEnv('MALLOC_ARENA_MAX', '1')
    const names = z.array(z.string()).parse(await start().run(PAYER, 'environment', null))
    const others = names.filter((name) => !name.startsWith('MALLOC_'))
    expect(names).toContain('MALLOC_ARENA_MAX')
    expect(others.toSorted()).toEqual(['NODE_COMPILE_CACHE', 'NODE_ENV'])
  })

  it('kills a task that exceeds its processor time, and runs the next one', async () => {
    start()
    const spinning = pool.run(PAYER, 'spin', null, { limits: { cpuMs: 200 } })
    expect(await failure(spinning)).toBe('time')
    expect(await pool.run(PAYER, 'echo', 'next')).toBe('next')
  })

  it('kills a task whose process exceeds its resident size, including native memory', async () => {
    start()
    expect(await failure(pool.run(PAYER, 'grow', null, { limits: { rssBytes: 250 * MB } }))).toBe(
      'memory',
    )
    expect(await pool.run(PAYER, 'echo', 'next')).toBe('next')
  })

  it('survives a task that runs out of heap', async () => {
    start({ heapMb: 32, limits: { cpuMs: 60_000, rssBytes: 2_000 * MB } })
    expect(await failure(pool.run(PAYER, 'heap', null))).toBe('crash')
    expect(await pool.run(PAYER, 'echo', 'next')).toBe('next')
  })

  it('ends a task that hangs without using the processor, as one that made no progress', async () => {
    start()
    const hanging = pool.run(PAYER, 'wait-for-ever', null, { limits: { stalledMs: 100 } })
    expect(await failure(hanging)).toBe('stalled')
    expect(await pool.run(PAYER, 'echo', 'next')).toBe('next')
  })

  it('does not end a task whose process gets no processor time', async () => {
    start({ size: 2, ofPayer: 2 })
    const limits = { stalledMs: 500 }
    const pid = Number(await pool.run(PAYER, 'pid', null))
    sendSignal(pid, 'SIGSTOP')
    const stopped = pool.run(PAYER, 'echo', 'late', { limits })
    // The other process begins to hang later, and is ended while the first one stands still.
    const hanging = pool.run(PAYER, 'wait-for-ever', null, { limits })
    expect(await failure(hanging)).toBe('stalled')
    sendSignal(pid, 'SIGCONT')
    expect(await stopped).toBe('late')
  })

  it('does not take a kill from outside for a crash of the task', async () => {
    start()
    const pid = Promise.withResolvers<unknown>()
    const spinning = failure(pool.run(PAYER, 'spin-after-pid', null, { onProgress: pid.resolve }))
    sendSignal(Number(await pid.promise), 'SIGKILL')
    expect(await spinning).toBe('stalled')
    expect(await pool.run(PAYER, 'echo', 'next')).toBe('next')
  })

  it('does not blame the input for a process that does not start', async () => {
    start({ script: path.resolve(import.meta.dirname, 'does-not-exist.ts') })
    expect(await failure(pool.run(PAYER, 'echo', null))).toBe('program')
  })

  it('passes the message of an error on', async () => {
    await expect(start().run(PAYER, 'fail', null)).rejects.toThrow('refused')
  })

  it('reports progress in order', async () => {
    const seen: unknown[] = []
    await start().run(PAYER, 'steps', null, { onProgress: (value) => seen.push(value) })
    expect(seen).toEqual([1, 2, 3])
  })

  it('runs one task per process at a time, and rejects tasks beyond its queue', async () => {
    start({ size: 2, ofPayer: 2, queueMax: 2 })
    const tasks = Array.from({ length: 6 }, () => pool.run(PAYER, 'pid', null))
    const results = await Promise.allSettled(tasks)
    const pids = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(new Set(pids).size).toBe(2)
    expect(pids).toHaveLength(4)
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []))
    expect(refused).toEqual(['busy', 'busy'])
  })

  it('does not reuse a process that retained much memory', async () => {
    start()
    const first = await pool.run(PAYER, 'pid', null)
    expect(await pool.run(PAYER, 'keep', 50 * MB)).toBe(first)
    expect(await pool.run(PAYER, 'pid', null)).toBe(first)
    await pool.run(PAYER, 'keep', 150 * MB)
    expect(await pool.run(PAYER, 'pid', null)).not.toBe(first)
  })

  it('ends an idle process', async () => {
    const pid = Number(await start({ idleMs: 1 }).run(PAYER, 'pid', null))
    await waitFor(() => expect(isRunning(pid)).toBe(false))
  })

  it('leaves no process behind if the parent is killed during a task', async () => {
    const parent = fork(path.resolve(import.meta.dirname, '../../support/worker-parent.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const pid = await new Promise<number>((resolve) =>
      parent.once('message', (said) => resolve(Number(said))),
    )
    parent.kill('SIGKILL')
    await waitFor(() => expect(isRunning(pid)).toBe(false))
  })

  it('fails running and waiting tasks when it is closed', async () => {
    start()
    const tasks = [pool.run(PAYER, 'spin', null), pool.run(PAYER, 'echo', null)]
    await new Promise((resolve) => setImmediate(resolve))
    pool.close()
    expect(await Promise.all(tasks.map(failure))).toEqual(['closed', 'closed'])
    expect(await failure(pool.run(PAYER, 'echo', null))).toBe('closed')
  })
})

describe('who pays for a task', () => {
  it('has to be named', () => {
    start()
    // @ts-expect-error -- a task without a payer is no call of this type.
    const unpaid = () => pool.run('echo', null)
    expect(unpaid).toBeTypeOf('function')
  })

  it('is charged the processor time that the task has taken, also of one that fails or is ended', async () => {
    start()
    const charged: number[] = []
    const payer = { name: 'ada', charge: (ms: number) => void charged.push(ms) }
    await pool.run(payer, 'use', 150)
    await pool.run(payer, 'echo', null)
    await failure(pool.run(payer, 'fail', null))
    await failure(pool.run(payer, 'spin', null, { limits: { cpuMs: 200 } }))
    await failure(pool.run(payer, 'wait-for-ever', null, { limits: { stalledMs: 100 } }))
    const [used = 0, echoed = 0, failed = 0, ...ended] = charged
    expect(used).toBeGreaterThanOrEqual(150)
    expect(echoed).toBeLessThan(used)
    expect(failed).toBeLessThan(used)
    // Its limit; and nothing for what the machine ended.
    expect(ended).toEqual([200, 0])
  })

  it('takes turns with others, however many of its tasks wait, and keeps no place of theirs', async () => {
    start({ queueMax: 3 })
    const ended: string[] = []
    const ask = (name: string) =>
      pool.run({ name }, 'echo', null).then(
        () => ended.push(name),
        (error: WorkerError) => ended.push(`${name} ${error.reason}`),
      )
    const many = ['A', 'A', 'A', 'A', 'A'].map(ask)
    await waitFor(() => expect(ended).toEqual(['A busy']))
    const other = ask('B')
    await waitFor(() => expect(ended.slice(0, 2)).toEqual(['A busy', 'A busy']))
    await Promise.all([...many, other])
    expect(ended).toEqual(['A busy', 'A busy', 'A', 'B', 'A', 'A'])
  })
})
