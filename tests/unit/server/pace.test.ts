import { expect, it } from 'vitest'
import { createPace } from '#server/pace.ts'
import type { PageKey } from '#server/page-key.ts'

const RENDER_MS = 50
const PAUSE_MS = 100

function aProcess() {
  const state = { now: 0, busy: 0, waiting: 1, isFull: false, rendered: new Array<string>() }
  const pace = createPace(
    () => state,
    () => state.now,
  )
  const ask = (key: string) => {
    const page: PageKey = { key, kind: 'document', target: key }
    return pace.add(page, async (first) => {
      if (state.isFull) return false
      state.rendered.push(first.key)
      await Promise.resolve()
      state.now += RENDER_MS
      return true
    })
  }
  return { state, pace, ask }
}

it('pages are rendered one at a time, with a pause', async () => {
  const { state, ask } = aProcess()
  await Promise.all([ask('/a'), ask('/b')])
  expect(state.rendered).toEqual(['/a'])
  state.now = RENDER_MS + PAUSE_MS - 1
  await ask('/b')
  expect(state.rendered).toEqual(['/a'])
  state.now += 1
  await ask('/c')
  // The one that has waited longest, whichever is asked for.
  expect(state.rendered).toEqual(['/a', '/b'])
})

it('of pages that wait for as long, the one with the most requests is the first', async () => {
  const { state, ask } = aProcess()
  const first = ask('/a')
  await Promise.all([ask('/b'), ask('/c'), ask('/c')])
  await first
  state.now += PAUSE_MS
  await ask('/b')
  await ask('/d')
  state.now += PAUSE_MS
  await ask('/d')
  expect(state.rendered).toEqual(['/a', '/b', '/c'])
})

it('each page has its turn, and one with four times the requests has it twice as often', async () => {
  const { state, ask } = aProcess()
  for (let at = 0; at < 4_000; at += 1) {
    state.now += 20
    await ask('/often')
    if (at % 4 === 0) await ask('/seldom')
    if (at % 400 === 0) await ask('/rare')
    for (let other = 0; other < 20; other += 1) await ask(`/other/${other}`)
  }
  const countOf = (key: string) => state.rendered.filter((one) => one === key).length
  expect(countOf('/often') / countOf('/seldom')).toBeGreaterThan(1.7)
  expect(countOf('/often') / countOf('/seldom')).toBeLessThan(2.4)
  expect(countOf('/rare')).toBeGreaterThan(0)
})

it('a page for which there was no slot keeps its place', async () => {
  const { state, ask } = aProcess()
  state.isFull = true
  await ask('/a')
  state.isFull = false
  state.now = PAUSE_MS
  await ask('/b')
  expect(state.rendered).toEqual(['/a'])
})

it('what waited when the process was behind before does not wait any more', async () => {
  const { state, ask } = aProcess()
  await Promise.all([ask('/a'), ask('/b'), ask('/b')])
  state.now += 2_000
  await ask('/c')
  expect(state.rendered).toEqual(['/a', '/c'])
})

it('a render that throws leaves the others their turn', async () => {
  const { state, pace, ask } = aProcess()
  const page: PageKey = { key: '/a', kind: 'document', target: '/a' }
  await expect(pace.add(page, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  state.now = PAUSE_MS
  await ask('/a')
  expect(state.rendered).toEqual(['/a'])
})

it('a process is behind while three pages are rendered or a render waits, and for two seconds after a page was left for later', async () => {
  const { state, pace, ask } = aProcess()
  expect(pace.isBehind()).toBe(true)
  state.waiting = 0
  state.busy = 3
  expect(pace.isBehind()).toBe(true)
  state.busy = 2
  expect(pace.isBehind()).toBe(false)
  await Promise.all([ask('/a'), ask('/b')])
  expect(pace.isBehind()).toBe(true)
  state.now = 2_000
  expect(pace.isBehind()).toBe(false)
})
