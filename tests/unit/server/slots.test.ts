import { afterEach, expect, it, vi } from 'vitest'
import { createSlots } from '#server/slots.ts'

afterEach(() => vi.useRealTimers())

it('lets so many work, so many wait, and refuses the others at once', async () => {
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

it('refuses who waited too long or went away, and gives their turn to the next', async () => {
  vi.useFakeTimers()
  const slots = createSlots({ max: 1, queueMax: 3, waitMs: 1000 })
  await slots.take()
  const gone = new AbortController()
  const left = slots.take(gone.signal)
  const late = slots.take()
  gone.abort()
  expect(await left).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBe(false)
  const next = slots.take()
  slots.release()
  expect(await next).toBe(true)
  expect(await slots.take(AbortSignal.abort())).toBe(false)
})
