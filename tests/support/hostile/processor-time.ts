import * as fc from 'fast-check'

/** Processor time of `work` in ms. A slow first run is repeated, since it may include JIT compilation. */
export function cost(work: () => unknown): number {
  const once = () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const first = once()
  return first < 20 ? first : Math.min(first, once())
}

/** The most expensive input per 1000 characters that a generator produces within `ms` milliseconds. */
export function worstOf(inputs: fc.Arbitrary<string>, work: (text: string) => unknown, ms: number) {
  let worst = { msPerKilobyte: 0, text: '' }
  let tried = 0
  const property = fc.property(inputs, (text) => {
    tried += 1
    const msPerKilobyte = cost(() => work(text)) / Math.max(1, text.length / 1000)
    if (msPerKilobyte > worst.msPerKilobyte) worst = { msPerKilobyte, text }
  })
  fc.assert(property, { numRuns: 10_000_000, interruptAfterTimeLimit: ms, endOnFailure: true })
  return { ...worst, tried, begin: JSON.stringify(worst.text.slice(0, 60)) }
}
