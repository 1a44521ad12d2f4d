import { expect } from 'vitest'

/* Limits of processor time: of this thread alone, which other tests and the garbage collector's threads have no part in. */

/** How often work is measured that took too long: a busy machine slows any of the times. */
const TIMES = 3

/** Processor time of this thread while work runs, in ms. */
export async function threadMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** As `threadMs`, of work that awaits nothing. */
export function threadMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Expects that work takes less processor time than a limit, in ms, at least once in three times. It must not keep what it has found. */
export async function expectWithin(limitMs: number, work: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < TIMES && least >= limitMs; time += 1) {
    least = Math.min(least, await threadMs(work))
  }
  expect(least, 'ms of processor time').toBeLessThan(limitMs)
}
