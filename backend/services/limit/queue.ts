import pLimit from 'p-limit'
import { createTurns } from '#lib/worker/turns.ts'
import { BusyError, type DomainError } from '#backend/errors.ts'

type Options = {
  /** How many tasks run at the same time. */
  atOnce: number
  /** How many more may wait. */
  waitingMax: number
  /** The error for a task that finds the queue full. */
  busy?: () => DomainError
}

/** Limits how many tasks of one type run and wait in this process. Those of shares take turns (lib/worker/turns.ts). */
export function createQueue({ atOnce, waitingMax, busy = () => new BusyError() }: Options) {
  const turns = createTurns(atOnce, waitingMax)
  return {
    /** @throws BusyError, or the error of `busy`, if the queue is full; errors of `task`. */
    async run<T>(task: () => Promise<T>, share?: string): Promise<T> {
      const turn = turns.enter(share)
      if (!turn) throw busy()
      await turn
      try {
        return await task()
      } finally {
        turns.leave(share)
      }
    },
  }
}
export type Queue = ReturnType<typeof createQueue>

type KeyedOptions = {
  /** How many tasks run at the same time, each of another key. */
  atOnce: number
  /** How many more may wait: of one key, and of all together. */
  waitingMax: { ofKey: number; inAll: number }
}

/** Runs tasks of one key one after the other, and takes turns between keys. */
export function createKeyedQueue({ atOnce, waitingMax }: KeyedOptions) {
  const all = pLimit(atOnce)
  const queues = new Map<string, { queue: Queue; tasks: number }>()
  let waiting = 0
  /** @throws BusyError if too many tasks of the key, or of all, wait; errors of `task`. */
  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    if (waiting >= waitingMax.inAll + atOnce) throw new BusyError()
    const newQueue = () => createQueue({ atOnce: 1, waitingMax: waitingMax.ofKey })
    const own = queues.get(key) ?? { queue: newQueue(), tasks: 0 }
    queues.set(key, own)
    own.tasks += 1
    waiting += 1
    try {
      // A key has one task at most in the common queue, so that the next turn is another key's.
      return await own.queue.run(() => all(task))
    } finally {
      waiting -= 1
      own.tasks -= 1
      if (own.tasks === 0) queues.delete(key)
    }
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
