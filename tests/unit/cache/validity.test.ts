import { expect, it } from 'vitest'
import { expireTags, position } from '#lib/cache/state.ts'
import { isSentAtOnce, isSentLate, newStored, RULES, stateOf } from '#lib/cache/validity.ts'
import { CACHE_STORES, type CacheState, type CacheStoreName } from '#lib/contract/cache/look.ts'

/* docs/cache.md, “How long what is stored is used”. */

const LIFETIME_MS = 300_000
let serial = 0

/** An entry that began to be made `ageMs` ago, and was changed since. */
function entryOf(ageMs: number, change: 'none' | 'soft' | 'hard', now: number) {
  const tag = `validity:${(serial += 1)}`
  const began = position()
  if (change !== 'none') expireTags([tag], { isSoft: change === 'soft' })
  const begunAt = now - ageMs
  return newStored({ tags: [tag], began, begunAt, freshUntil: begunAt + LIFETIME_MS })
}

/** Stores whose entries are sent while they are made anew. */
const OF_PAGES: readonly CacheStoreName[] = ['pages', 'data', 'files']
const NOW = 1_000_000_000
type Row = [ageMs: number, change: 'none' | 'soft' | 'hard', page: CacheState, answer: CacheState]
const TABLE: Row[] = [
  [0, 'none', 'fresh', 'fresh'],
  [299_999, 'none', 'fresh', 'fresh'],
  [300_000, 'none', 'stale', 'expired'],
  [599_999, 'none', 'stale', 'expired'],
  [600_000, 'none', 'expired', 'expired'],
  [0, 'soft', 'outdated', 'expired'],
  [999, 'soft', 'outdated', 'expired'],
  [1_000, 'soft', 'stale', 'expired'],
  [1_899, 'soft', 'stale', 'expired'],
  [1_900, 'soft', 'expired', 'expired'],
  [600_000, 'soft', 'expired', 'expired'],
  [0, 'hard', 'removed', 'removed'],
  [600_000, 'hard', 'removed', 'removed'],
  // The clock was set back by more than a minute.
  [-60_000, 'none', 'fresh', 'fresh'],
  [-60_001, 'none', 'stale', 'stale'],
  [-60_001, 'soft', 'expired', 'expired'],
]

it.each(TABLE)('%i ms old, changed %s: pages are %s, answers %s', (ageMs, change, page, answer) => {
  const entry = entryOf(ageMs, change, NOW)
  const found = CACHE_STORES.map((store) => [store, stateOf(entry, RULES[store], NOW)])
  expect(found).toEqual(
    CACHE_STORES.map((store) => [store, OF_PAGES.includes(store) ? page : answer]),
  )
})

it('what is fresh or outdated is sent without any other work', () => {
  const states = ['fresh', 'outdated', 'stale', 'expired', 'removed'] as const
  expect(states.filter(isSentAtOnce)).toEqual(['fresh', 'outdated'])
})

it.each([
  [1_900, 'soft', true],
  [299_999, 'soft', true],
  [300_000, 'soft', false],
  [-1, 'soft', false],
  [1_900, 'none', false],
] as const)(
  'a process that is behind sends a page of %i ms, changed %s: %s',
  (age, change, sent) => {
    const entry = entryOf(age, change, NOW)
    expect(isSentLate(entry, RULES.pages, NOW)).toBe(sent)
    expect(isSentLate(entry, RULES.answers, NOW)).toBe(false)
  },
)

it('an entry stays outdated when later changes do not concern it', () => {
  const entry = entryOf(0, 'soft', NOW)
  expect(stateOf(entry, RULES.pages, NOW)).toBe('outdated')
  expireTags(['validity:other'])
  expect(stateOf(entry, RULES.pages, NOW)).toBe('outdated')
  expireTags(entry.tags)
  expect(stateOf(entry, RULES.pages, NOW)).toBe('removed')
})
