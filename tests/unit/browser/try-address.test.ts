import { describe, expect, it } from 'vitest'
import { formatTried, parseTried } from '#lib/browser/try-address.ts'

describe('the address of what is tried on a strip', () => {
  it.each([
    ['#try=1', { page: 0, key: null }],
    ['#try=2.5', { page: 1, key: 4 }],
    ['#try=50.60', { page: 49, key: 59 }],
  ])('%s is a page and a key, and is written the same', (fragment, place) => {
    expect(parseTried(fragment)).toEqual(place)
    expect(formatTried(place)).toBe(fragment)
  })

  it.each([
    '',
    '#',
    '#strip',
    '#try=',
    '#try=0',
    '#try=1.0',
    '#try=-1',
    '#try=1.',
    '#try=.1',
    '#try=01',
    '#try=1.1.1',
    '#try=100',
    '#try=1e1',
    '#try=１',
    '#try=1&x',
    '#x#try=1',
    'try=1',
    `#try=${'1'.repeat(100_000)}`,
  ])('anything else is none: %s', (fragment) => {
    expect(parseTried(fragment)).toBeNull()
  })
})
