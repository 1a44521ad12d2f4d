import { describe, expect, it } from 'vitest'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import { difference } from '#lib/creator/difference.ts'
import { merge, untouchedSince, withFields } from '#lib/creator/merge.ts'
import { fingerprints, untouchedBy } from '#lib/publish-form/fingerprint.ts'

const picture = (id: string, alt = '') => ({ id, name: `${id}.png`, size: 1, alt })
const base: CreatorValues = {
  ...EMPTY_VALUES,
  title: 'Orchard',
  description: 'Trees.',
  tags: 'tree',
  operating_systems: ['macos', 'linux'],
  file: picture('file'),
  cover: picture('cover'),
  gallery: [picture('one'), picture('two')],
}

describe.each([
  ['the values', untouchedSince(base)],
  ['fingerprints', untouchedBy(fingerprints(base))],
])('a three-way merge by %s of the common state', (_by, isUntouched) => {
  it('combines changes of different fields', () => {
    const mine = { ...base, title: 'Grove' }
    const theirs = { ...base, tags: 'wood', category: 'nature' }
    const values = { ...base, title: 'Grove', tags: 'wood', category: 'nature' }
    const conflict = { taken: ['category', 'tags'], fields: [] }
    expect(merge({ mine, theirs, isUntouched })).toEqual({ values, conflict })
  })

  it('reports changes of the same field as conflicts and keeps one’s own value', () => {
    const mine = { ...base, title: 'Grove', notes: 'My notes.' }
    const theirs = { ...base, title: 'Wood', version: '2.0.0' }
    const values = { ...mine, version: '2.0.0' }
    const conflict = { taken: ['version'], fields: ['title'] }
    expect(merge({ mine, theirs, isUntouched })).toEqual({ values, conflict })
  })

  it('takes equal changes for no conflict', () => {
    const mine = { ...base, title: 'Grove' }
    const theirs = { ...base, title: 'Grove ', operating_systems: ['linux', 'macos'] }
    expect(merge({ mine, theirs, isUntouched })).toEqual({ values: mine, conflict: null })
  })

  it.each([
    ['the alternative text of a picture', { cover: picture('cover', 'A tree') }, 'cover'],
    ['the order of the gallery', { gallery: [picture('two'), picture('one')] }, 'gallery'],
    ['a removed picture', { gallery: [picture('one')] }, 'gallery'],
    ['another file', { file: picture('other') }, 'file'],
  ])('takes %s for a change', (_, change, field) => {
    const { conflict } = merge({ mine: base, theirs: { ...base, ...change }, isUntouched })
    expect(conflict).toEqual({ taken: [field], fields: [] })
  })

  it('takes another name of the same file for no change', () => {
    const theirs = { ...base, file: { ...picture('file'), name: 'x', size: null } }
    expect(merge({ mine: base, theirs, isUntouched }).conflict).toBeNull()
  })
})

it('asks about each difference where the common state is unknown', () => {
  const theirs = { ...base, title: 'Wood' }
  const { values, conflict } = merge({ mine: base, theirs, isUntouched: untouchedBy({}) })
  expect({ values, conflict }).toEqual({ values: base, conflict: { taken: [], fields: ['title'] } })
})

it('what was read from a repository is dropped with its address', () => {
  const facts = {
    title: 'Example',
    description: '',
    version: '1.0.0',
    operating_systems: ['all' as const],
    author: 'Ada',
    minimum_version: null,
    license: null,
    repository_url: 'https://github.com/ada/one',
  }
  const mine = { ...base, facts }
  expect(withFields(mine, base, ['title']).facts).toEqual(facts)
  expect(withFields(mine, base, ['repository_url']).facts).toBeNull()
})

it.each([
  ['one word', 'The red tree.', 'The green tree.', 'The |red|green| tree.'],
  ['nothing', 'Same.', 'Same.', 'Same.|||'],
  ['an addition', 'ab', 'aab', 'a||a|b'],
  ['the whole text', '', 'New', '||New|'],
  ['whole characters', '👩‍🚀!', '👩‍🎨!', '👩‍|🚀|🎨|!'],
])('a difference is %s', (_, before, after, shown) => {
  const { start, removed, added, end } = difference(before, after)
  expect([start, removed, added, end].join('|')).toBe(shown)
})
