import * as fc from 'fast-check'

/** Texts that are generated at a time. */
const BATCH = 20

/** Processor time of this thread so far in ms: that of other tests in the process does not count. */
const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Processor time of `work` in ms. A slow first run is repeated, since it may include JIT compilation. */
export function cost(work: () => unknown): number {
  const once = () => {
    const before = threadMs()
    work()
    return threadMs() - before
  }
  const first = once()
  return first < 20 ? first : Math.min(first, once(), once())
}

/** The most expensive input per 1000 characters that a generator produces within `ms` milliseconds of processor time. */
export function worstOf(inputs: fc.Arbitrary<string>, work: (text: string) => unknown, ms: number) {
  let worst = { msPerKilobyte: 0, text: '' }
  let tried = 0
  const end = threadMs() + ms
  while (threadMs() < end) {
    for (const text of fc.sample(inputs, BATCH)) {
      tried += 1
      const msPerKilobyte = cost(() => work(text)) / Math.max(1, text.length / 1000)
      if (msPerKilobyte > worst.msPerKilobyte) worst = { msPerKilobyte, text }
    }
  }
  return { ...worst, tried, begin: JSON.stringify(worst.text.slice(0, 60)) }
}
