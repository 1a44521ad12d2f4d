import { describe, expect, it } from 'vitest'
import { CliError, EXIT } from '#cli/exit.ts'
import {
  ATTEMPTS_MAX,
  ASKED_WAIT_MAX_MS,
  retryAfterMs,
  waitAfter,
  withRetries,
} from '#cli/retry.ts'

const io = () => {
  const waits: number[] = []
  return {
    waits,
    random: () => 0,
    signal: new AbortController().signal,
    sleep: async (ms: number) => void waits.push(ms),
  }
}
const failing = (options: { isTransient: boolean; retryAfterMs?: number }) =>
  new CliError(EXIT.unreachable, 'busy', 'Busy.', options)

describe('the wait before the next attempt', () => {
  it('doubles from one second, and ends after the last attempt', () => {
    const waits = [1, 2, 3, 4, 5].map((at) => waitAfter(at, { asked: undefined, random: 0 }))
    expect(waits).toEqual([1000, 2000, 4000, 8000, null])
    expect(ATTEMPTS_MAX).toBe(5)
  })

  it('is shortened by up to a half, so that many builds do not return at once', () => {
    expect(waitAfter(1, { asked: undefined, random: 0.999 })).toBe(500)
  })

  it('is what the site asks for, up to two minutes', () => {
    expect(waitAfter(1, { asked: 7000, random: 0.5 })).toBe(7000)
    expect(waitAfter(1, { asked: ASKED_WAIT_MAX_MS, random: 0 })).toBe(ASKED_WAIT_MAX_MS)
    expect(waitAfter(1, { asked: ASKED_WAIT_MAX_MS + 1, random: 0 })).toBeNull()
  })
})

describe('Retry-After', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  it.each([
    ['5', 5000],
    ['Mon, 01 Jun 2026 12:00:09 GMT', 9000],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms)
  })
})

describe('a request that fails', () => {
  it('is repeated until it succeeds', async () => {
    const own = io()
    let count = 0
    const result = await withRetries(own, async () => {
      count += 1
      if (count < 3) throw failing({ isTransient: true, retryAfterMs: count * 10 })
      return 'done'
    })
    expect([result, own.waits]).toEqual(['done', [10, 20]])
  })

  it('ends with its last error when the attempts are used up', async () => {
    const own = io()
    let count = 0
    const work = async () => {
      count += 1
      throw failing({ isTransient: true })
    }
    await expect(withRetries(own, work)).rejects.toThrow('Busy.')
    expect([count, own.waits.length]).toEqual([ATTEMPTS_MAX, ATTEMPTS_MAX - 1])
  })

  it('for good is not repeated', async () => {
    const own = io()
    await expect(
      withRetries(own, () => Promise.reject(failing({ isTransient: false }))),
    ).rejects.toThrow('Busy.')
    expect(own.waits).toEqual([])
  })
})
