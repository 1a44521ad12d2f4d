import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTurns } from '#lib/limits/turns.ts'

/** Enters tasks of shares, named by share and number; `leave` ends one. */
function start(size: number, waitingMax = 100) {
  const turns = createTurns(size, waitingMax)
  const begun: string[] = []
  return {
    begun,
    enter(...shares: (string | undefined)[]) {
      return shares.map((share, at) => {
        const entered = turns.enter(share)
        void entered
          .then((mayStart) => mayStart && begun.push(`${share} ${at}`))
          .catch(() => undefined)
        return entered
      })
    },
    async leave(...shares: (string | undefined)[]) {
      for (const share of shares) turns.leave(share)
      // Lets the tasks that may start begin.
      await new Promise((resolve) => setImmediate(resolve))
    },
    turns,
  }
}

describe('places of a worker pool', () => {
  it('go round by share, however many tasks of a share wait', async () => {
    const { enter, leave, begun } = start(1)
    enter('A', 'A', 'A', 'B', 'C', 'B')
    await leave('A')
    await leave('B')
    await leave('C')
    await leave('A')
    await leave('B')
    expect(begun).toEqual(['A 0', 'B 3', 'C 4', 'A 1', 'B 5', 'A 2'])
  })

  it('are never all of one share, also while no other share needs them', async () => {
    const { enter, leave, begun } = start(3)
    enter('A', 'A', 'A', 'A')
    await leave()
    expect(begun).toEqual(['A 0', 'A 1'])
    enter('B')
    await leave()
    expect(begun).toEqual(['A 0', 'A 1', 'B 0'])
    await leave('B')
    expect(begun).toHaveLength(3)
    await leave('A')
    expect(begun.at(-1)).toBe('A 2')
  })

  it('are all given to tasks without a share', async () => {
    const { enter, leave, begun } = start(2)
    enter(undefined, undefined, undefined)
    await leave(undefined)
    expect(begun).toHaveLength(3)
  })

  it('are kept by no share from the others: the last that waits of the one with the most is refused', async () => {
    const { enter, leave, begun } = start(1, 4)
    const waiting = enter('A', 'A', 'A', 'A', 'A')
    const others = enter('B', 'C', 'C')
    expect(await Promise.all([waiting[4], waiting[3], others[2]])).toEqual([false, false, false])
    await leave('A')
    await leave('B')
    await leave('C')
    expect(begun).toEqual(['A 0', 'B 0', 'C 1', 'A 1'])
  })

  it('are refused to tasks beyond those that may wait, and to all that wait at the end', async () => {
    const { enter, turns } = start(1, 1)
    const [, waiting, refused] = enter('A', 'B', 'C')
    expect(await refused).toBe(false)
    turns.refuseAll(new Error('closed'))
    await expect(waiting).rejects.toThrow('closed')
  })
})

describe('a wait', () => {
  afterEach(() => vi.useRealTimers())

  it('ends after its time, or with its signal, and the next one starts', async () => {
    vi.useFakeTimers()
    const turns = createTurns(1, 3)
    expect(turns.tryEnter(undefined)).toBe(true)
    const left = new AbortController()
    const aborted = turns.enter(undefined, { waitMs: 1000, signal: left.signal })
    const late = turns.enter(undefined, { waitMs: 1000 })
    expect(turns.usage()).toEqual({ busy: 1, waiting: 2 })
    left.abort()
    expect(await aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await late).toBe(false)
    expect(turns.usage()).toEqual({ busy: 1, waiting: 0 })
    const signal = new AbortController()
    const next = turns.enter(undefined, { waitMs: 1000, signal: signal.signal })
    turns.leave(undefined)
    expect(await next).toBe(true)
    // Its turn is its own from here on.
    expect(vi.getTimerCount()).toBe(0)
    signal.abort()
    expect(turns.usage()).toEqual({ busy: 1, waiting: 0 })
  })

  it('does not begin for a task whose signal is aborted, or that does not want to wait', async () => {
    const turns = createTurns(2, 2, { atOnce: 1, waitingMax: 0 })
    expect([turns.tryEnter('A'), turns.tryEnter('A'), turns.tryEnter('B')]).toEqual([
      true,
      false,
      true,
    ])
    expect(await turns.enter('C')).toBe(false)
    turns.leave('A')
    expect(turns.tryEnter('B')).toBe(false)
    expect(turns.tryEnter('A')).toBe(true)
    const open = createTurns(1, 2)
    await open.enter(undefined)
    expect(await open.enter(undefined, { signal: AbortSignal.abort() })).toBe(false)
    expect(open.usage()).toEqual({ busy: 1, waiting: 0 })
  })
})
