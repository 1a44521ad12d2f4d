import { afterEach, expect, it, vi } from 'vitest'
import { createSlots } from '#server/slots.ts'

afterEach(() => vi.useRealTimers())

it('grants free slots, queues up to the limit and refuses the rest', async () => {
  const slots = createSlots({ max: 2, queueMax: 2, waitMs: 1000 })
  const taken = [slots.take(), slots.take()]
  expect(await Promise.all(taken)).toEqual([true, true])
  const waiting = [slots.take(), slots.take()]
  expect(await slots.take()).toBe(false)
  expect(slots.tryTake()).toBe(false)
  expect(slots.usage()).toEqual({ busy: 2, waiting: 2 })
  slots.release()
  expect(await waiting[0]).toBe(true)
  slots.release()
  expect(await waiting[1]).toBe(true)
  slots.release()
  slots.release()
  expect(slots.usage()).toEqual({ busy: 0, waiting: 0 })
})

it('refuses waiters that time out or abort, and serves the next one', async () => {
  vi.useFakeTimers()
  const slots = createSlots({ max: 1, queueMax: 3, waitMs: 1000 })
  await slots.take()
  const aborted = new AbortController()
  const first = slots.take(aborted.signal)
  const late = slots.take()
  aborted.abort()
  expect(await first).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBe(false)
  const next = slots.take()
  slots.release()
  expect(await next).toBe(true)
  expect(await slots.take(AbortSignal.abort())).toBe(false)
})
