import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withDeadline } from '#lib/limits/with-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Ends with the reason of the signal. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

it('work that takes longer is aborted with a TimeoutError', async () => {
  const failure = withDeadline(5000, endless).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ name: 'TimeoutError' })
  expect(await failure).toBeInstanceOf(Error)
})

it('no timer goes on once the work has ended, or failed', async () => {
  expect(await withDeadline(5000, () => Promise.resolve('done'))).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  await expect(withDeadline(5000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})
