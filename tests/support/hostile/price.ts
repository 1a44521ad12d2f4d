/**
 * The processor time that some work takes, in milliseconds for each kilobyte of its input. Below
 * `FLOOR_KB` the time for one kilobyte says nothing: starting costs more.
 */
const FLOOR_KB = 16

export function priceOf(length: number, work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / Math.max(FLOOR_KB, length / 1024)
}
