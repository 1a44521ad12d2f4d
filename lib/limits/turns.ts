/** How many tasks of one share run and wait. */
export type ShareMax = { atOnce: number; waitingMax: number }
/** Limits of a wait: `waitMs`, and a signal that ends it. */
type Wait = { waitMs?: number; signal?: AbortSignal | undefined }

/**
 * Places for tasks that take turns by share: a free place goes to the share that has the fewest, and among equals to the one whose last
 * turn was longest ago. Without `ofShare`, no share has all places while there are several. Tasks without a share count as one that may.
 * Where as many wait as may, a task takes the place of the last one of the share that has the most, so that no share keeps others out.
 */
export function createTurns(
  size: number,
  waitingMax: number,
  ofShare: ShareMax = { atOnce: Math.max(1, size - 1), waitingMax },
) {
  type Waiting = {
    share: string | undefined
    settle: (mayStart: boolean) => void
    refuse: (error: Error) => void
  }
  const waiting: Waiting[] = []
  const running = new Map<string | undefined, number>()
  /** Number of the last turn of the shares that run or wait. */
  const turns = new Map<string | undefined, number>()
  let used = 0
  let turn = 0

  const countOf = (share: string | undefined) => running.get(share) ?? 0
  const isAllowed = (share: string | undefined) =>
    share === undefined || countOf(share) < ofShare.atOnce
  const isBefore = (a: Waiting, b: Waiting) =>
    countOf(a.share) - countOf(b.share) || (turns.get(a.share) ?? 0) - (turns.get(b.share) ?? 0)

  function take(share: string | undefined) {
    used += 1
    running.set(share, countOf(share) + 1)
    turns.set(share, (turn += 1))
  }
  function tryEnter(share: string | undefined): boolean {
    const isFree = used < size && isAllowed(share)
    if (isFree) take(share)
    return isFree
  }
  function startNext() {
    if (used >= size) return
    // Stable: of one share the first that came is the first.
    const [next] = waiting.filter(({ share }) => isAllowed(share)).toSorted(isBefore)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    take(next.share)
    next.settle(true)
  }
  const waitingOf = (share: string | undefined) => waiting.filter((one) => one.share === share)

  /** Refuses the last task of the share that has the most, if it has at least two more than `own`. */
  function makeRoom(own: number): boolean {
    const shares = [...new Set(waiting.map(({ share }) => share))].map(waitingOf)
    const most = shares.reduce((longest, one) => (one.length > longest.length ? one : longest), [])
    const last = most.at(-1)
    if (!last || most.length < own + 2) return false
    waiting.splice(waiting.indexOf(last), 1)
    last.settle(false)
    return true
  }
  /** Ends the wait of a task at its limits. */
  function giveUp(one: Waiting, { waitMs, signal }: Wait) {
    function end() {
      const at = waiting.indexOf(one)
      if (at !== -1) waiting.splice(at, 1)
      one.settle(false)
    }
    const timeout = waitMs === undefined ? undefined : setTimeout(end, waitMs)
    signal?.addEventListener('abort', end, { once: true })
    return () => {
      clearTimeout(timeout)
      signal?.removeEventListener('abort', end)
    }
  }
  return {
    /** Starts the task if it need not wait. @returns whether it may. */
    tryEnter,
    /** Waits until the task may start. @returns `false` if too many wait, or at the limits of its wait. */
    async enter(share: string | undefined, wait: Wait = {}): Promise<boolean> {
      if (tryEnter(share)) return true
      const own = waitingOf(share).length
      if (own >= ofShare.waitingMax || wait.signal?.aborted) return false
      if (waiting.length >= waitingMax && !makeRoom(own)) return false
      const { promise, resolve: settle, reject: refuse } = Promise.withResolvers<boolean>()
      const one = { share, settle, refuse }
      waiting.push(one)
      return promise.finally(giveUp(one, wait))
    },
    leave(share: string | undefined) {
      used -= 1
      const left = countOf(share) - 1
      if (left > 0) running.set(share, left)
      else running.delete(share)
      startNext()
      const isKnown = running.has(share) || waiting.some((one) => one.share === share)
      if (!isKnown) turns.delete(share)
    },
    usage: () => ({ busy: used, waiting: waiting.length }),
    /** Refuses all that wait. */
    refuseAll(error: Error) {
      for (const { refuse } of waiting.splice(0)) refuse(error)
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
