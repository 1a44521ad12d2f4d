type Waiting = { give: (granted: boolean) => void; late: NodeJS.Timeout }

/**
 * Lets `max` holders work at a time; up to `queueMax` others wait, each at most `waitMs`, first come
 * first served.
 */
export function createSlots({ max, queueMax, waitMs }: Limits) {
  let free = max
  const queue = new Set<Waiting>()

  function settle(waiting: Waiting, granted: boolean) {
    clearTimeout(waiting.late)
    queue.delete(waiting)
    waiting.give(granted)
  }

  return {
    /** Takes a slot if one is free and nobody waits. */
    tryTake(): boolean {
      if (free === 0) return false
      free -= 1
      return true
    },
    /** @returns whether a slot was given; `false` when too many wait, it took too long, or `signal` said so. */
    take(signal?: AbortSignal): Promise<boolean> {
      if (this.tryTake()) return Promise.resolve(true)
      if (queue.size >= queueMax || signal?.aborted) return Promise.resolve(false)
      return new Promise((give) => {
        const late = setTimeout(() => settle(waiting, false), waitMs)
        const waiting: Waiting = { give, late }
        queue.add(waiting)
        signal?.addEventListener('abort', () => settle(waiting, false), { once: true })
      })
    },
    /** Gives a slot back: to the first that waits, if any. */
    release() {
      const [next] = queue
      if (next) settle(next, true)
      else free += 1
    },
    /** How many hold a slot, and how many wait for one. */
    usage: () => ({ busy: max - free, waiting: queue.size }),
  }
}

export type Limits = { max: number; queueMax: number; waitMs: number }
