import { CliError } from './exit.ts'
import type { Io } from './io.ts'

/** Attempts of a request, the first one included. */
export const ATTEMPTS_MAX = 5
/** Waits before the next attempt, in ms: doubled from the first to the longest, shortened by up to a half at random. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** A site that asks for a longer wait is not waited for. */
export const ASKED_WAIT_MAX_MS = 120_000

/**
 * Milliseconds to wait after failed attempt number `attempt` (from 1); `null` to give up.
 * @param asked wait that the site asked for, in ms (`Retry-After`).
 * @param random from 0 to less than 1.
 */
export function waitAfter(
  attempt: number,
  { asked, random }: { asked: number | undefined; random: number },
): number | null {
  if (attempt >= ATTEMPTS_MAX) return null
  if (asked !== undefined) return asked > ASKED_WAIT_MAX_MS ? null : asked
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (1 - random / 2))
}

/** Milliseconds of a `Retry-After` (RFC 9110, section 10.2.3): seconds or a date; undefined for anything else. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  // `Date.parse` takes other texts too, such as `-5`.
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}

type Options = Pick<Io, 'sleep' | 'random' | 'signal'> & {
  onWait?: (error: CliError, ms: number) => void
}

/**
 * Runs `work` until it succeeds, fails for good, or has failed `ATTEMPTS_MAX` times.
 * @throws the last error.
 */
export async function withRetries<T>(io: Options, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CliError) || !error.isTransient || io.signal.aborted) throw error
      const wait = waitAfter(attempt, { asked: error.retryAfterMs, random: io.random() })
      if (wait === null) throw error
      io.onWait?.(error, wait)
      await io.sleep(wait)
    }
  }
}
