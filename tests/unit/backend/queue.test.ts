import { expect, it } from 'vitest'
import { BusyError, DomainError } from '#backend/errors.ts'
import { createQueue } from '#backend/services/limit/queue.ts'

it('a queue runs a few tasks at a time, in order, and rejects tasks when it is full', async () => {
  const queue = createQueue({ atOnce: 2, waitingMax: 3 })
  const finish: (() => void)[] = []
  const started: number[] = []
  const run = (task: number) =>
    queue.run(async () => {
      started.push(task)
      await new Promise<void>((resolve) => finish.push(resolve))
      return task
    })
  const all = [1, 2, 3, 4, 5].map(run)
  await expect(run(6)).rejects.toThrow(BusyError)
  expect(started).toEqual([1, 2])
  for (let index = 0; index < 5; index += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(index)
    finish[index]?.()
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5])
  expect(started).toEqual([1, 2, 3, 4, 5])
})

it('a queue continues after a task that failed', async () => {
  const queue = createQueue({ atOnce: 1, waitingMax: 1 })
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(async () => 'next')).toBe('next')
})

it('a full queue throws the error that it was given', async () => {
  const busy = () => new DomainError('overloaded', 'Later.')
  const queue = createQueue({ atOnce: 1, waitingMax: 0, busy })
  let finish = () => undefined as void
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
  await expect(queue.run(async () => undefined)).rejects.toMatchObject({ code: 'overloaded' })
  finish()
  await first
})
