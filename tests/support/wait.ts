import { vi } from 'vitest'
import { PATIENCE } from './patience.ts'

/* Waiting for a condition. Those of vitest wait one second, which a busy machine exceeds: lint refuses them. */

type Options = Partial<typeof PATIENCE> | number

const optionsOf = (options: Options) => ({
  ...PATIENCE,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

/** Repeats a check until it throws nothing. @throws its last error after a minute, or the given time. */
export const waitFor = <T>(check: () => T | Promise<T>, options: Options = PATIENCE): Promise<T> =>
  vi.waitFor(check, optionsOf(options))

/** Repeats a question until its answer is true. @throws Error after a minute, or the given time. */
export const waitUntil = <T>(ask: () => T | Promise<T>, options: Options = PATIENCE) =>
  vi.waitUntil(ask, optionsOf(options))
