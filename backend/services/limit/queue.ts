import { Busy } from '#backend/http/errors.ts'

type Options = {
  /** So many run at the same time. */
  atOnce: number
  /** So many more may wait for a place. */
  waitingMax: number
}

/** Bounds how much of one sort of work runs at once, and how much waits for it, in this process. */
export function createQueue({ atOnce, waitingMax }: Options) {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    /** @throws Busy where too many wait already. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1
      else {
        if (waiting.length >= waitingMax) throw new Busy()
        // Whoever ends hands the place on, so that nobody who comes later can take it.
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
export type Queue = ReturnType<typeof createQueue>

type Flight<T> = { hasBegun: boolean; promise: Promise<T> }

/**
 * Joins identical work: of any number of requests with the same key one is running and one waits
 * for it; the rest share the answer of the one that waits. Nobody joins work that has begun, since
 * its answer may be older than a change that the caller has already been told of.
 */
export function createJoiner<T>(queue: Queue) {
  const flights = new Map<string, Flight<T>>()
  return function join(key: string, work: () => Promise<T>): Promise<T> {
    const before = flights.get(key)
    if (before && !before.hasBegun) return before.promise
    const run = () =>
      queue.run(() => {
        flight.hasBegun = true
        return work()
      })
    const flight: Flight<T> = {
      hasBegun: false,
      promise: before ? before.promise.then(run, run) : Promise.resolve().then(run),
    }
    flights.set(key, flight)
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.promise.then(forget, forget)
    return flight.promise
  }
}
