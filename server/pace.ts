/** A process is behind while renders wait for a slot, and for this long after work was left for later, in ms. */
const BEHIND_MS = 2_000

/**
 * Runs the work that can wait of a process that is behind: one at a time, with a pause as long as the work, so that half of the time is left.
 * @param isWaiting whether other work waits now.
 */
export function createPace(isWaiting: () => boolean, now = () => performance.now()) {
  let isRunning = false
  let pausedUntil = 0
  let skippedAt = -Infinity
  return {
    isBehind: () => isWaiting() || now() - skippedAt < BEHIND_MS,
    /** Runs work, or leaves it for later. @param work returns whether it was done. */
    async run(work: () => Promise<boolean>): Promise<void> {
      const began = now()
      if (isRunning || began < pausedUntil) {
        skippedAt = began
        return
      }
      isRunning = true
      const isDone = await work()
      isRunning = false
      pausedUntil = 2 * now() - began
      if (!isDone) skippedAt = now()
    },
  }
}
export type RenderPace = ReturnType<typeof createPace>
