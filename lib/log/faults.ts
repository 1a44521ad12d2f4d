/** The parts that can fail while the site goes on, and at which level that is logged. */
const LEVELS = {
  backend: 'error',
  database: 'error',
  disk: 'error',
  mail: 'error',
  github: 'warn',
} as const
export type FaultyPart = keyof typeof LEVELS

type Log = {
  error: (about: object, message: string) => void
  warn: (about: object, message: string) => void
}
/** While a part goes on failing, one line per minute, in ms. */
const EVERY_MS = 60_000

/**
 * Logs the failures of parts, each cause once: the first failure with its cause, then at most one line
 * a minute with the number of failures since, then one line when the part works again. Otherwise a
 * database that is away writes a stack for every request.
 * @param now elapsed time in ms.
 */
export function createFaultLog(log: Log, now: () => number = () => performance.now()) {
  const failing = new Map<FaultyPart, { loggedAt: number; unlogged: number }>()
  return {
    /** @param err the cause, as an error. */
    failed(part: FaultyPart, err: unknown): void {
      const known = failing.get(part)
      if (known && now() - known.loggedAt < EVERY_MS) {
        known.unlogged += 1
        return
      }
      const again = known && known.unlogged > 0 ? { failuresSince: known.unlogged } : {}
      failing.set(part, { loggedAt: now(), unlogged: 0 })
      log[LEVELS[part]]({ part, err, ...again }, `${part} failed`)
    },
    works(part: FaultyPart): void {
      const known = failing.get(part)
      if (!known) return
      failing.delete(part)
      log.warn({ part, failuresSince: known.unlogged }, `${part} works again`)
    },
    isFailing: (part: FaultyPart): boolean => failing.has(part),
  }
}
export type FaultLog = ReturnType<typeof createFaultLog>
