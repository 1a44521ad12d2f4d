import { expect, it } from 'vitest'
import { BusyError, DomainError } from '#backend/errors.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'

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

it('makes what several ask for once, and each share waits for its own turn', async () => {
  const queue = createQueue({ atOnce: 1, waitingMax: 10 })
  const once = createOnce<string>(queue)
  const made: string[] = []
  const kept = new Set<string>()
  const ends: (() => void)[] = []
  const ask = (share: string, key: string) =>
    once(share, key, async () => {
      if (kept.has(key)) return `${key} again`
      made.push(`${share} ${key}`)
      await new Promise<void>((resolve) => ends.push(resolve))
      kept.add(key)
      return key
    })
  const all = [ask('A', '1'), ask('A', '2'), ask('A', '3'), ask('A', '3'), ask('B', '3')]
  for (let at = 0; at < 3; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  expect(await Promise.all(all)).toEqual(['1', '2', '3 again', '3 again', '3'])
  // The one of B does not wait for the others of A.
  expect(made).toEqual(['A 1', 'B 3', 'A 2'])
})

it('joins what is being made, and makes again what has failed', async () => {
  const once = createOnce<string>(createQueue({ atOnce: 1, waitingMax: 0 }))
  const broken = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const first = once('A', '1', () => {
    begun.resolve()
    return broken.promise
  })
  await begun.promise
  const joined = once('B', '1', async () => 'never')
  broken.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await expect(joined).rejects.toThrow('broken')
  expect(await once('B', '1', async () => 'made')).toBe('made')
})
