import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { type TaskCost, type WorkerLimits, requestSchema, type Response } from './messages.ts'
import { isProgramFault, ProgramError, readInput } from './program-error.ts'

/** A task that waits for longer, such as for a disk that does not answer, is ended; in milliseconds. */
const STALLED_MS = 30_000

/** Reports progress to the parent; the value must be cloneable. */
export type Report = (value: unknown) => void
/** A task of a worker process, which parses its input itself. */
export type WorkerTask = (input: unknown, report: Report) => unknown

/**
 * Entry point of a worker process of a pool: runs one task at a time, under the limits of its request.
 * Exits with its parent.
 */
export function serve(tasks: Record<string, WorkerTask>): void {
  const shared = new SharedArrayBuffer(4 * BigInt64Array.BYTES_PER_ELEMENT)
  const watch = new BigInt64Array(shared)
  Atomics.store(watch, 3, BigInt(process.ppid))
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: shared,
    execArgv: [],
  })
  watchdog.once('error', (error) => {
    writeSync(2, `${error.stack ?? error.message}\n`)
    process.exit(1)
  })
  process.on('disconnect', () => process.exit(0))
  async function handle(raw: unknown) {
    const response = await answer(raw)
    Atomics.store(watch, 0, 0n)
    send(response)
  }
  async function answer(raw: unknown): Promise<Response> {
    const before = process.cpuUsage()
    try {
      const { name, input, limits } = readInput(requestSchema, raw)
      setLimits(watch, limits)
      const task = tasks[name]
      if (!task) throw new ProgramError(`The task ${name} is unknown.`)
      const output = await task(input, (value) => send({ type: 'progress', value }))
      return { type: 'done', output, ...costSince(before) }
    } catch (error) {
      const message = error instanceof Error ? error.message : 'failed'
      if (isProgramFault(error)) return { type: 'program', message }
      return { type: 'failed', message, ...codeOf(error), ...costSince(before) }
    }
  }
  process.on('message', (raw) => void handle(raw))
  // A process without the watchdog would end for no reason that it can say.
  watchdog.once('message', () => {
    send({ type: 'ready' })
    // At its end it is killed, which would store nothing.
    flushCompileCache()
  })
}

function setLimits(
  watch: BigInt64Array,
  { cpuMs, rssBytes, stalledMs = STALLED_MS }: WorkerLimits,
) {
  const { user, system } = process.cpuUsage()
  Atomics.store(watch, 2, BigInt(Math.round(stalledMs)))
  Atomics.store(watch, 1, BigInt(Math.round(rssBytes)))
  Atomics.store(watch, 0, BigInt(Math.round(user + system + cpuMs * 1000)))
}

function costSince(before: NodeJS.CpuUsage): TaskCost {
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
}

function codeOf(error: unknown): { code?: string } {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? { code } : {}
}

function send(response: Response) {
  if (process.connected) process.send?.(response)
}
