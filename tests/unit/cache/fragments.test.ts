import { expect, it, vi } from 'vitest'
import { createFragments, keepFragment } from '#lib/cache/fragments.ts'

const MAX_BYTES = 100_000

it('fragments are bounded in memory, and the least recently used go first', () => {
  const fragments = createFragments(MAX_BYTES)
  const make = vi.fn<(of: { at: number }) => string[]>(({ at }) => [`${at}`, 'ж'.repeat(5_000)])
  for (let at = 0; at < 40; at += 1) {
    keepFragment({ at }, make, fragments)
    // The first one stays in use.
    keepFragment({ at: 0 }, make, fragments)
  }
  expect(make).toHaveBeenCalledTimes(40)
  const characters = [...fragments.values()].flat().join('').length
  expect(characters * 2).toBeGreaterThan(MAX_BYTES / 2)
  expect(characters * 2).toBeLessThanOrEqual(MAX_BYTES)
  expect(keepFragment({ at: 39 }, make, fragments)[0]).toBe('39')
  expect(make).toHaveBeenCalledTimes(40)
  expect(keepFragment({ at: 1 }, make, fragments)[0]).toBe('1')
  expect(make).toHaveBeenCalledTimes(41)
})

it('one that is larger than all of the memory is made each time', () => {
  const fragments = createFragments(MAX_BYTES)
  const make = vi.fn<() => string[]>(() => ['x'.repeat(MAX_BYTES)])
  keepFragment({}, make, fragments)
  expect(keepFragment({}, make, fragments)[0]).toHaveLength(MAX_BYTES)
  expect(make).toHaveBeenCalledTimes(2)
})
