import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createStallCheck } from './stall.ts'

/*
 * A thread that kills its worker process when the running task exceeds its limits or when the parent has
 * exited, also while the task blocks the main thread. `cpuUsage` and `memoryUsage.rss` measure the whole
 * process, including native code; the time of this thread is subtracted.
 */

/** Interval of the checks, in milliseconds. */
const CHECK_MS = 20

/**
 * `[limit of processor time in µs, limit of resident size in bytes, limit of idle time in ms, id of the parent]`; 0 at first: no task
 * is running. Not parsed with zod, which takes as long to load as all the rest of this thread.
 */
const shared: unknown = workerData
if (!(shared instanceof SharedArrayBuffer)) throw new Error('The limits are missing.')
const limits = new BigInt64Array(shared)
const parentPid = Number(Atomics.load(limits, 3))
const stall = createStallCheck(CHECK_MS)
let task = 0n
/** Processor time of this thread when the task began, in µs. */
let ownAtStart = 0

const total = ({ user, system }: NodeJS.CpuUsage) => user + system

function check() {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
  const limit = Atomics.load(limits, 0)
  const own = total(process.threadCpuUsage())
  const used = total(process.cpuUsage()) - own
  if (limit !== task) {
    task = limit
    ownAtStart = own
    stall.start(used)
  }
  if (limit === 0n) return
  if (used + ownAtStart > Number(limit)) kill('time')
  if (process.memoryUsage.rss() > Number(Atomics.load(limits, 1))) kill('memory')
  if (stall.isStalled(used, Number(Atomics.load(limits, 2)))) kill('stalled')
}

function kill(reason: 'time' | 'memory' | 'stalled') {
  writeSync(2, `worker-limit:${reason}\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(check, CHECK_MS)
// oxlint-disable-next-line require-post-message-target-origin -- a port of a thread, not a window
parentPort?.postMessage('watching')
