import { expect, it } from 'vitest'
import { createPace } from '#server/pace.ts'

function aProcess() {
  const state = { now: 0, isWaiting: true, runs: 0 }
  const pace = createPace(
    () => state.isWaiting,
    () => state.now,
  )
  /** Runs work that takes some time. */
  const work = (ms: number, isDone = true) =>
    pace.run(async () => {
      state.runs += 1
      await Promise.resolve()
      state.now += ms
      return isDone
    })
  return { state, pace, work }
}

it('work runs one at a time, with a pause that is as long', async () => {
  const { state, work } = aProcess()
  await Promise.all([work(50), work(50)])
  expect(state.runs).toBe(1)
  state.now = 99
  await work(50)
  expect(state.runs).toBe(1)
  state.now = 100
  await work(50)
  expect(state.runs).toBe(2)
})

it('a process is behind while other work waits, and for two seconds after work was left for later', async () => {
  const { state, pace, work } = aProcess()
  expect(pace.isBehind()).toBe(true)
  state.isWaiting = false
  expect(pace.isBehind()).toBe(false)
  await Promise.all([work(50), work(50)])
  expect(pace.isBehind()).toBe(true)
  state.now += 2_000
  expect(pace.isBehind()).toBe(false)
  await work(50, false)
  expect(pace.isBehind()).toBe(true)
})
