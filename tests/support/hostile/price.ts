import { threadMsOf } from '#tests/support/processor-time.ts'

/** Shorter inputs count as this long: fixed costs would dominate the time per kilobyte. */
const FLOOR_KB = 16

/** Processor time of `work` in milliseconds per kilobyte of its input of `length` characters. */
export function priceOf(length: number, work: () => unknown): number {
  return threadMsOf(() => void work()) / Math.max(FLOOR_KB, length / 1024)
}
