type Waiter = { resolve: (isGranted: boolean) => void; timeout: NodeJS.Timeout }

/** A semaphore of `max` slots with a FIFO queue of `queueMax` waiters, each waiting at most `waitMs`. */
export function createSlots({ max, queueMax, waitMs }: Limits) {
  let free = max
  const queue = new Set<Waiter>()

  function settle(waiter: Waiter, isGranted: boolean) {
    clearTimeout(waiter.timeout)
    queue.delete(waiter)
    waiter.resolve(isGranted)
  }

  return {
    /** Takes a free slot, if there is one. */
    tryTake(): boolean {
      if (free === 0) return false
      free -= 1
      return true
    },
    /** @returns `false` if the queue is full, the wait timed out or `signal` aborted it. */
    take(signal?: AbortSignal): Promise<boolean> {
      if (this.tryTake()) return Promise.resolve(true)
      if (queue.size >= queueMax || signal?.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const timeout = setTimeout(() => settle(waiter, false), waitMs)
        const waiter: Waiter = { resolve, timeout }
        queue.add(waiter)
        signal?.addEventListener('abort', () => settle(waiter, false), { once: true })
      })
    },
    /** Passes the slot to the first waiter, or frees it. */
    release() {
      const [next] = queue
      if (next) settle(next, true)
      else free += 1
    },
    usage: () => ({ busy: max - free, waiting: queue.size }),
  }
}

export type Limits = { max: number; queueMax: number; waitMs: number }
