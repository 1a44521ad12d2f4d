import { serve } from '#lib/worker/serve.ts'

/* Tasks for the tests of the worker pool. */
const kept: Buffer[] = []
serve({
  echo: (input) => input,
  environment: () => Object.keys(process.env),
  fail: () => {
    throw new Error('refused')
  },
  /** Uses so much processor time, in ms. */
  use: (ms) => {
    const from = process.cpuUsage()
    for (;;) {
      const { user, system } = process.cpuUsage(from)
      if (user + system >= Number(ms) * 1000) return null
    }
  },
  spin: () => {
    for (;;) Math.random()
  },
  'spin-after-pid': async (_input, report) => {
    report(process.pid)
    // Lets the message be sent before the loop blocks the process.
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (;;) Math.random()
  },
  /** Grows native memory, which the heap limit does not cover. */
  grow: async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
  /** Keeps native memory after the task. */
  keep: (bytes) => {
    kept.push(Buffer.alloc(Number(bytes), 1))
    return process.pid
  },
  heap: () => {
    const kept: unknown[] = []
    for (;;) kept.push({ kept: kept.length })
  },
  steps: (input, report) => {
    for (let step = 1; step <= 3; step += 1) report(step)
    return input
  },
  pid: () => process.pid,
  'wait-for-ever': () => new Promise(() => undefined),
})
