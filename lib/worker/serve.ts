import { Worker } from 'node:worker_threads'
import { type Limits, requestSchema, type Response } from './messages.ts'

/** Reports progress to the parent: any value that can be cloned. */
export type Report = (value: unknown) => void
/** A task of a worker process. It parses its own input. */
export type Task = (input: unknown, report: Report) => unknown

/**
 * Runs in a process that a pool has started: answers one request at a time with the task of that
 * name, under the limits of the request. Ends with its parent.
 */
export function serve(tasks: Record<string, Task>): void {
  const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)
  const watch = new BigInt64Array(shared)
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: { shared, parentPid: process.ppid },
    execArgv: [],
  })
  watchdog.once('error', () => process.exit(1))
  process.on('disconnect', () => process.exit(0))
  async function handle(raw: unknown) {
    const { name, input, limits } = requestSchema.parse(raw)
    setLimits(watch, limits)
    const response = await answer(tasks[name], input)
    Atomics.store(watch, 0, 0n)
    send(response)
  }
  process.on('message', (raw) => void handle(raw))
  send({ type: 'ready' })
}

function setLimits(watch: BigInt64Array, { cpuMs, rssBytes }: Limits) {
  const { user, system } = process.cpuUsage()
  Atomics.store(watch, 1, BigInt(Math.round(rssBytes)))
  Atomics.store(watch, 0, BigInt(Math.round(user + system + cpuMs * 1000)))
}

async function answer(task: Task | undefined, input: unknown): Promise<Response> {
  try {
    if (!task) throw new Error('no such task')
    const output = await task(input, (value) => send({ type: 'progress', value }))
    return { type: 'done', output, rssBytes: process.memoryUsage.rss() }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed'
    return { type: 'failed', message, rssBytes: process.memoryUsage.rss() }
  }
}

function send(response: Response) {
  if (process.connected) process.send?.(response)
}
