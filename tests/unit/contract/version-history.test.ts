import { describe, expect, it } from 'vitest'
import { HISTORY_MAX, historySchema } from '#lib/contract/version/history.ts'
import { offeredBelow } from '#lib/contract/version/offered-below.ts'

it('an answer has at most 200 entries of the history', () => {
  const entry = {
    at: '2026-01-05T12:00:00Z',
    event: 'version',
    version: '1.2.0',
    before: '1.1.0',
    added_rights: null,
  }
  const ofLength = (length: number) =>
    historySchema.safeParse({ items: Array.from({ length }, () => entry) }).success
  expect(HISTORY_MAX).toBe(200)
  expect(ofLength(0)).toBe(true)
  expect(ofLength(200)).toBe(true)
  expect(ofLength(201)).toBe(false)
})

describe('the next lower version that is offered', () => {
  const versions = [
    { version: '1.3.0' },
    { version: '1.2.0', yanked_at: '2026-01-05T12:00:00Z' },
    { version: '1.1.0', yanked_at: null },
    { version: '1.0.0' },
    { version: '0.9.0', yanked_at: '2026-01-05T12:00:00Z' },
  ]

  it.each([
    ['1.3.0', '1.1.0'],
    ['1.2.0', '1.1.0'],
    ['1.1.0', '1.0.0'],
    ['1.0.0', undefined],
    ['0.9.0', undefined],
  ])('below %s is %s', (version, below) => {
    const at = versions.findIndex((one) => one.version === version)
    expect(offeredBelow(versions, at)).toBe(below)
  })
})
