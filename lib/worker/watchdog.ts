import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { z } from 'zod'

/*
 * A thread that kills its worker process when the running task exceeds its limits or when the parent has
 * exited, also while the task blocks the main thread. `cpuUsage` and `memoryUsage.rss` measure the whole
 * process, including native code.
 */

/** Interval of the checks, in milliseconds. */
const CHECK_MS = 20

const { shared, parentPid } = z
  .object({ shared: z.instanceof(SharedArrayBuffer), parentPid: z.number() })
  .parse(workerData)
/** `[limit of processor time in µs, limit of resident size in bytes]`; 0: no task is running. */
const limits = new BigInt64Array(shared)

function check() {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
  const [cpuMicros = 0n, rssBytes = 0n] = [Atomics.load(limits, 0), Atomics.load(limits, 1)]
  if (cpuMicros === 0n) return
  const { user, system } = process.cpuUsage()
  if (BigInt(user + system) > cpuMicros) kill('time')
  if (BigInt(process.memoryUsage.rss()) > rssBytes) kill('memory')
}

function kill(reason: 'time' | 'memory') {
  writeSync(2, `worker-limit:${reason}\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(check, CHECK_MS)
