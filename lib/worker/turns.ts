/**
 * Places for tasks that take turns by share: a free place goes to the share that has the fewest, and among equals to the one whose last
 * turn was longest ago. While there are several places, no share has all of them. Tasks without a share count as one that may.
 */
export function createTurns(size: number, waitingMax: number) {
  type Waiting = { share: string | undefined; start: () => void; refuse: (error: Error) => void }
  const waiting: Waiting[] = []
  const running = new Map<string | undefined, number>()
  /** Number of the last turn of the shares that run or wait. */
  const turns = new Map<string | undefined, number>()
  const ofShare = Math.max(1, size - 1)
  let used = 0
  let turn = 0

  const countOf = (share: string | undefined) => running.get(share) ?? 0
  const isAllowed = (share: string | undefined) => share === undefined || countOf(share) < ofShare
  const isBefore = (a: Waiting, b: Waiting) =>
    countOf(a.share) - countOf(b.share) || (turns.get(a.share) ?? 0) - (turns.get(b.share) ?? 0)

  function take(share: string | undefined) {
    used += 1
    running.set(share, countOf(share) + 1)
    turns.set(share, (turn += 1))
  }
  function startNext() {
    if (used >= size) return
    // Stable: of one share the first that came is the first.
    const [next] = waiting.filter(({ share }) => isAllowed(share)).toSorted(isBefore)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    take(next.share)
    next.start()
  }
  return {
    /** @returns a promise that resolves when the task may start; null if too many wait. */
    enter(share: string | undefined): Promise<void> | null {
      if (used < size && isAllowed(share)) {
        take(share)
        return Promise.resolve()
      }
      if (waiting.length >= waitingMax) return null
      return new Promise((start, refuse) => waiting.push({ share, start, refuse }))
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
    /** Refuses all that wait. */
    refuseAll(error: Error) {
      for (const { refuse } of waiting.splice(0)) refuse(error)
    },
  }
}
