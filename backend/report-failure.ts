import type { Logger } from 'pino'
import type { FailureLog, Subsystem } from '#lib/log/failures.ts'
import { isDatabaseUnavailable } from './db/is-unavailable.ts'
import { DomainError, fullPart } from './errors.ts'

/** The subsystem whose failure caused an error, if any. */
export function failedSubsystem(error: unknown): Subsystem | undefined {
  if (error instanceof DomainError) return error.subsystem
  return fullPart(error) ?? (isDatabaseUnavailable(error) ? 'database' : undefined)
}

/**
 * Logs a failure: of a subsystem once per outage (lib/log/failures.ts), any other each time.
 * @param what the failed operation, for the log line.
 */
export function reportFailure(
  { failures, log }: { failures: FailureLog; log: Logger },
  error: unknown,
  what: string,
  about: Record<string, unknown> = {},
): void {
  const part = failedSubsystem(error)
  if (part) failures.failed(part, error instanceof DomainError ? error.cause : error)
  else log.error({ err: error, ...about }, what)
}
