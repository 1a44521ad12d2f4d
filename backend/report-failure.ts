import type { Logger } from 'pino'
import type { FaultLog, FaultyPart } from '#lib/log/faults.ts'
import { isDatabaseUnwell } from './db/is-unwell.ts'
import { HttpError } from './http/errors.ts'

/** The part of the site whose failure an error tells of. */
export function faultyPart(error: unknown): FaultyPart | undefined {
  if (error instanceof HttpError) return error.part
  return isDatabaseUnwell(error) ? 'database' : undefined
}

/**
 * Logs a failure: of a part once for as long as it goes on (lib/log/faults.ts), any other each time.
 * @param what what failed, in a few words.
 */
export function reportFailure(
  { faults, log }: { faults: FaultLog; log: Logger },
  error: unknown,
  what: string,
  about: Record<string, unknown> = {},
): void {
  const part = faultyPart(error)
  if (part) faults.failed(part, error instanceof HttpError ? error.cause : error)
  else log.error({ err: error, ...about }, what)
}
