import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { type Cost, type Limits, requestSchema, type Response } from './messages.ts'

/** A task that waits for longer, such as for a disk that does not answer, is ended; in milliseconds. */
const STALLED_MS = 30_000

/** Reports progress to the parent; the value must be cloneable. */
export type Report = (value: unknown) => void
/** A task of a worker process, which parses its input itself. */
export type Task = (input: unknown, report: Report) => unknown

/**
 * Entry point of a worker process of a pool: runs one task at a time, under the limits of its request.
 * Exits with its parent.
 */
export function serve(tasks: Record<string, Task>): void {
  const shared = new SharedArrayBuffer(4 * BigInt64Array.BYTES_PER_ELEMENT)
  const watch = new BigInt64Array(shared)
  Atomics.store(watch, 3, BigInt(process.ppid))
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: shared,
    execArgv: [],
  })
  watchdog.once('error', () => process.exit(1))
  process.on('disconnect', () => process.exit(0))
  async function handle(raw: unknown) {
    const { name, input, limits } = requestSchema.parse(raw)
    setLimits(watch, limits)
    const response = await runTask(tasks[name], input)
    Atomics.store(watch, 0, 0n)
    send(response)
  }
  process.on('message', (raw) => void handle(raw))
  send({ type: 'ready' })
  // At its end it is killed, which would store nothing.
  flushCompileCache()
}

function setLimits(watch: BigInt64Array, { cpuMs, rssBytes, stalledMs = STALLED_MS }: Limits) {
  const { user, system } = process.cpuUsage()
  Atomics.store(watch, 2, BigInt(Math.round(stalledMs)))
  Atomics.store(watch, 1, BigInt(Math.round(rssBytes)))
  Atomics.store(watch, 0, BigInt(Math.round(user + system + cpuMs * 1000)))
}

async function runTask(task: Task | undefined, input: unknown): Promise<Response> {
  const before = process.cpuUsage()
  try {
    if (!task) throw new Error('unknown task')
    const output = await task(input, (value) => send({ type: 'progress', value }))
    return { type: 'done', output, ...costSince(before) }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed'
    return { type: 'failed', message, ...codeOf(error), ...costSince(before) }
  }
}

function costSince(before: NodeJS.CpuUsage): Cost {
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
