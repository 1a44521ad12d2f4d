/** Shorter inputs count as this long: fixed costs would dominate the time per kilobyte. */
const FLOOR_KB = 16

/** Processor time of `work` in milliseconds per kilobyte of its input of `length` characters. */
export function priceOf(length: number, work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / Math.max(FLOOR_KB, length / 1024)
}
