/** Subsystems that can fail while the site keeps running, and the log level of their failures. */
const LEVELS = {
  backend: 'error',
  database: 'error',
  disk: 'error',
  /** The disk of the database is full. */
  database_space: 'error',
  /** Worker processes that do not start, or whose program is incomplete. */
  worker: 'error',
  mail: 'error',
  github: 'warn',
  /** Issuers of identity tokens. */
  oidc: 'warn',
  traces: 'warn',
  /** Caches in front that get purges. */
  purge: 'error',
  /** Everything works without it, with more work. */
  cache: 'warn',
} as const
export type Subsystem = keyof typeof LEVELS

type Log = {
  error: (details: object, message: string) => void
  warn: (details: object, message: string) => void
}
/** Interval between lines about a continuing failure, in ms. */
const REPEAT_MS = 60_000

/**
 * Logs failures of subsystems: the first failure with its cause, then at most one line per minute with
 * the number of failures since, then one line on recovery. Otherwise an unavailable database would
 * log a stack for every request.
 * @param now elapsed time in ms.
 */
export function createFailureLog(log: Log, now: () => number = () => performance.now()) {
  const failing = new Map<Subsystem, { loggedAt: number; unlogged: number }>()
  return {
    failed(subsystem: Subsystem, err: unknown): void {
      const state = failing.get(subsystem)
      if (state && now() - state.loggedAt < REPEAT_MS) {
        state.unlogged += 1
        return
      }
      const repeated = state && state.unlogged > 0 ? { failuresSince: state.unlogged } : {}
      failing.set(subsystem, { loggedAt: now(), unlogged: 0 })
      log[LEVELS[subsystem]]({ subsystem, err, ...repeated }, `${subsystem} failed`)
    },
    works(subsystem: Subsystem): void {
      const state = failing.get(subsystem)
      if (!state) return
      failing.delete(subsystem)
      log.warn({ subsystem, failuresSince: state.unlogged }, `${subsystem} works again`)
    },
    /** The subsystems that fail now. */
    failing: (): string[] => [...failing.keys()],
    isFailing: (subsystem: Subsystem): boolean => failing.has(subsystem),
  }
}
export type FailureLog = ReturnType<typeof createFailureLog>
