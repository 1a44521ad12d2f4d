/** How many tasks of one payer run and wait. */
export type PayerMax = { atOnce: number; waitingMax: number }
/** Limits of a wait: `waitMs`, and a signal that ends it. */
type Wait = { waitMs?: number; signal?: AbortSignal | undefined }

/**
 * Places for tasks that take turns by payer: a free place goes to the payer that has the fewest, and among equals to the one whose last
 * turn was longest ago. Without `ofPayer`, no payer has all places while there are several. Tasks without a payer count as one that may.
 * Where as many wait as may, a task takes the place of the last one of the payer that has the most, so that no payer keeps others out.
 */
export function createTurns(
  size: number,
  waitingMax: number,
  ofPayer: PayerMax = { atOnce: Math.max(1, size - 1), waitingMax },
) {
  type Waiting = {
    payer: string | undefined
    settle: (mayStart: boolean) => void
    refuse: (error: Error) => void
  }
  const waiting: Waiting[] = []
  const running = new Map<string | undefined, number>()
  /** Number of the last turn of the payers that run or wait. */
  const turns = new Map<string | undefined, number>()
  let used = 0
  let turn = 0

  const countOf = (payer: string | undefined) => running.get(payer) ?? 0
  const isAllowed = (payer: string | undefined) =>
    payer === undefined || countOf(payer) < ofPayer.atOnce
  const isBefore = (a: Waiting, b: Waiting) =>
    countOf(a.payer) - countOf(b.payer) || (turns.get(a.payer) ?? 0) - (turns.get(b.payer) ?? 0)

  function take(payer: string | undefined) {
    used += 1
    running.set(payer, countOf(payer) + 1)
    turns.set(payer, (turn += 1))
  }
  function tryEnter(payer: string | undefined): boolean {
    const isFree = used < size && isAllowed(payer)
    if (isFree) take(payer)
    return isFree
  }
  function startNext() {
    if (used >= size) return
    // Stable: of one payer the first that came is the first.
    const [next] = waiting.filter(({ payer }) => isAllowed(payer)).toSorted(isBefore)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    take(next.payer)
    next.settle(true)
  }
  const waitingOf = (payer: string | undefined) => waiting.filter((one) => one.payer === payer)

  /** Refuses the last task of the payer that has the most, if it has at least two more than `own`. */
  function makeRoom(own: number): boolean {
    const payers = [...new Set(waiting.map(({ payer }) => payer))].map(waitingOf)
    const most = payers.reduce((longest, one) => (one.length > longest.length ? one : longest), [])
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
    async enter(payer: string | undefined, wait: Wait = {}): Promise<boolean> {
      if (tryEnter(payer)) return true
      const own = waitingOf(payer).length
      if (own >= ofPayer.waitingMax || wait.signal?.aborted) return false
      if (waiting.length >= waitingMax && !makeRoom(own)) return false
      const { promise, resolve: settle, reject: refuse } = Promise.withResolvers<boolean>()
      const one = { payer, settle, refuse }
      waiting.push(one)
      return promise.finally(giveUp(one, wait))
    },
    leave(payer: string | undefined) {
      used -= 1
      const left = countOf(payer) - 1
      if (left > 0) running.set(payer, left)
      else running.delete(payer)
      startNext()
      const isKnown = running.has(payer) || waiting.some((one) => one.payer === payer)
      if (!isKnown) turns.delete(payer)
    },
    usage: () => ({ busy: used, waiting: waiting.length }),
    /** Refuses all that wait. */
    refuseAll(error: Error) {
      for (const { refuse } of waiting.splice(0)) refuse(error)
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
