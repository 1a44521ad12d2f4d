const STEPS = 4
/** Shortest time between two announcements of progress, in milliseconds. */
const INTERVAL_MS = 2000

/**
 * Returns a function that selects the progress to announce: quarters, and none within `INTERVAL_MS`
 * of the start or of the one before. It takes a share from 0 to 1 and a time in milliseconds and
 * returns the quarter that was reached, or `null`.
 */
export function createProgressSteps(start: number) {
  let reached = 0
  let last = start
  return (share: number, now: number): number | null => {
    const step = Math.floor(share * STEPS)
    if (step <= reached || step >= STEPS || now - last < INTERVAL_MS) return null
    reached = step
    last = now
    return step / STEPS
  }
}
