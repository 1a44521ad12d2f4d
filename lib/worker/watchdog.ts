import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { z } from 'zod'

/*
 * A thread of the worker process that kills the process when the running task passes its limits,
 * or when the parent is gone. It runs while the main thread is blocked by a task. `cpuUsage` and
 * `memoryUsage.rss` measure the whole process, native code included.
 */

/** How often the limits are checked, in milliseconds. */
const CHECK_MS = 20

const { shared, parentPid } = z
  .object({ shared: z.instanceof(SharedArrayBuffer), parentPid: z.number() })
  .parse(workerData)
/** `[processor µs at which the task is killed, resident bytes at which it is killed]`; 0: no task. */
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
