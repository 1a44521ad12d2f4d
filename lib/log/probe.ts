type Options = {
  /** How long its answer is used again, in ms. */
  everyMs: () => number
  /** How long a caller waits for it, in ms; the work goes on for the next one. */
  waitMs: number
}

/**
 * A check of a part that callers may ask for as often as they like: it runs once at a time, and again after `everyMs`.
 * @returns a function that resolves when the check is over, or after `waitMs`. It never rejects.
 */
export function createProbe(check: () => Promise<void>, { everyMs, waitMs }: Options) {
  let checkedAt = -Infinity
  let running: Promise<void> | undefined
  const run = () => check().catch(() => undefined)
  return async (): Promise<void> => {
    if (!running && performance.now() - checkedAt >= everyMs()) {
      checkedAt = performance.now()
      running = run().finally(() => (running = undefined))
    }
    if (!running) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)))
    await Promise.race([running, late]).finally(() => clearTimeout(timer))
  }
}
