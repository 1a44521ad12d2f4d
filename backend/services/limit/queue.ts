import { createTurns, type PayerMax } from '#lib/limits/turns.ts'
import { BusyError, type DomainError } from '#backend/errors.ts'

type Options = {
  /** How many tasks run at the same time. */
  atOnce: number
  /** How many more may wait. */
  waitingMax: number
  ofPayer?: PayerMax
  /** The error for a task that finds the queue full. */
  busy?: () => DomainError
}

/** Limits how many tasks of one type run and wait in this process. Those of payers take turns (lib/limits/turns.ts). */
export function createQueue({
  atOnce,
  waitingMax,
  ofPayer,
  busy = () => new BusyError(),
}: Options) {
  const turns = createTurns(atOnce, waitingMax, ofPayer)
  return {
    /** @throws BusyError, or the error of `busy`, if the queue is full; errors of `task`. */
    async run<T>(task: () => Promise<T>, payer?: string): Promise<T> {
      if (!(await turns.enter(payer))) throw busy()
      try {
        return await task()
      } finally {
        turns.leave(payer)
      }
    },
  }
}
export type Queue = ReturnType<typeof createQueue>

/**
 * Does work once for all that ask for it under a key. Those of one payer wait for it together; another payer waits for its own turn, so that it
 * is not kept waiting by what else the first one has asked for. `make` looks first whether it was made meanwhile.
 */
export function createOnce<T>(queue: Queue) {
  const waiting = new Map<string, Promise<T>>()
  const running = new Map<string, Promise<T>>()
  function start(key: string, make: () => Promise<T>): Promise<T> {
    const known = running.get(key)
    if (known) return known
    const making = make().finally(() => running.delete(key))
    running.set(key, making)
    return making
  }
  return function once(payer: string, key: string, make: () => Promise<T>): Promise<T> {
    const own = `${payer}\n${key}`
    const known = running.get(key) ?? waiting.get(own)
    if (known) return known
    const flight = queue.run(() => start(key, make), payer).finally(() => waiting.delete(own))
    waiting.set(own, flight)
    return flight
  }
}

type Flight<T> = { hasStarted: boolean; promise: Promise<T> }

/**
 * Deduplicates work by key: at most one task runs and one waits, and further callers share the
 * result of the waiting one. Callers never join a running task: its result may predate a change
 * that was already acknowledged to them.
 */
export function createJoiner<T>(queue: Queue) {
  const flights = new Map<string, Flight<T>>()
  return function join(key: string, work: () => Promise<T>): Promise<T> {
    const previous = flights.get(key)
    if (previous && !previous.hasStarted) return previous.promise
    const run = () =>
      queue.run(() => {
        flight.hasStarted = true
        return work()
      })
    const flight: Flight<T> = {
      hasStarted: false,
      promise: previous ? previous.promise.then(run, run) : Promise.resolve().then(run),
    }
    flights.set(key, flight)
    const remove = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.promise.then(remove, remove)
    return flight.promise
  }
}
