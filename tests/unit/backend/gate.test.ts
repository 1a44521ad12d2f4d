import { expect, it } from 'vitest'
import { createGate } from '#backend/services/picture/gate.ts'

it('a gate lets in a few at a time, in order, and refuses when too many wait', async () => {
  const enter = createGate({ size: 2, queueMax: 3 })
  const leave: (() => void)[] = []
  const began: number[] = []
  const work = (name: number) =>
    enter(async () => {
      began.push(name)
      await new Promise<void>((resolve) => leave.push(resolve))
      return name
    })
  const all = [1, 2, 3, 4, 5].map(work)
  await expect(work(6)).rejects.toMatchObject({ status: 503 })
  expect(began).toEqual([1, 2])
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(() => leave.length).toBeGreaterThan(at)
    leave[at]?.()
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5])
  expect(began).toEqual([1, 2, 3, 4, 5])
})

it('a gate goes on after work that failed', async () => {
  const enter = createGate({ size: 1, queueMax: 1 })
  await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await enter(async () => 'next')).toBe('next')
})
