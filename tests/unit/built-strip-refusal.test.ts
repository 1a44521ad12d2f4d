import { describe, expect, it } from 'vitest'
import { refusalText } from '#components/built/refusal-text.ts'

const labels = {
  gone: 'Gone.',
  failed: 'Failed.',
  forbidden: 'Forbidden: {packs}.',
  unknown: 'Unknown: {packs}.',
}
const keys = [
  { pack: 'a', title: 'Orchard' },
  { pack: 'a', title: 'Orchard' },
  { pack: 'b', title: 'Coast $&' },
  { pack: 'c', title: 'Lines' },
]
const textOf = (reason: string, details: Record<string, string> = {}) =>
  refusalText({ reason, details }, keys, { labels, locale: 'en' })

describe('why there is no file of a strip', () => {
  it.each([
    [{ packs: 'a', no_derivatives: 'a' }, 'Forbidden: Orchard.'],
    [{ packs: 'b', unknown_license: 'b' }, 'Unknown: Coast $&.'],
    [
      { packs: 'a b c', no_derivatives: 'a c', unknown_license: 'b' },
      'Forbidden: Orchard, Lines. Unknown: Coast $&.',
    ],
    // A backend that tells no reasons.
    [{ packs: 'a' }, 'Forbidden: Orchard.'],
  ])('%j is “%s”', (details, text) => expect(textOf('not_combinable', details)).toBe(text))

  it('has other sentences for an icon that is gone, and for other faults', () => {
    expect([textOf('not_found'), textOf('overloaded')]).toEqual(['Gone.', 'Failed.'])
  })
})
