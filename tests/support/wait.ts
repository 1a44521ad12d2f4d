import timers from 'node:timers/promises'
import { PATIENCE } from './patience.ts'

/* Waiting for a condition, in tests of both runners. That of vitest waits one second, which a busy machine exceeds: lint refuses it. */

/* Also while a test has replaced the timers and the clock. */
const sleep = timers.setTimeout
const now = performance.now.bind(performance)

type Options = Partial<typeof PATIENCE> | number

/** Repeats a check until it throws nothing. @throws its last error after a minute, or the given time. */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  options: Options = PATIENCE,
): Promise<T> {
  const { timeout, interval } = {
    ...PATIENCE,
    ...(typeof options === 'number' ? { timeout: options } : options),
  }
  const end = now() + timeout
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (now() > end) throw error
    }
    await sleep(interval)
  }
}

/** Repeats a question until its answer is true. @throws Error after a minute, or the given time. */
export const waitUntil = <T>(ask: () => T | Promise<T>, options?: Options): Promise<T> =>
  waitFor(async () => {
    const answer = await ask()
    if (!answer) throw new Error('It has not become true.')
    return answer
  }, options)
