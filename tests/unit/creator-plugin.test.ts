import { describe, expect, it } from 'vitest'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { EMPTY, parseValues, type Values } from '#lib/creator/form.ts'
import { detailsFor, fill } from '#lib/creator/repository-fault.ts'

const picture = { id: 'one', name: 'one.png', size: 1, alt: '' }
const facts: GithubCheck = {
  title: 'Plums',
  description: '',
  version: '1.1.2',
  versions: ['1.1.2', '1.1.3'],
  operating_systems: ['macos'],
  author: 'Ada',
  minimum_version: null,
  license: null,
  repository_url: 'https://github.com/ada/plums',
}
const values = (said: Partial<Values> = {}): Values => ({
  ...EMPTY,
  title: 'Mine',
  version: '1.1.3',
  category: 'productivity',
  owner: 'ada',
  repository_url: 'www.github.com/ada/plums/',
  cover: picture,
  gallery: [picture],
  facts,
  ...said,
})

describe('the form of a plugin', () => {
  it('sends what stands in it, not what the repository says, with the address as it is stored', () => {
    expect(parseValues(values(), 'plugin')).toMatchObject({
      success: true,
      data: { title: 'Mine', version: '1.1.3', repository_url: 'https://github.com/ada/plums' },
    })
  })

  it('wants the repository looked at before it is published, and no look for an edit', () => {
    expect(parseValues(values({ facts: null }), 'plugin')).toEqual({
      success: false,
      faults: ['repository_url'],
    })
    const edited = parseValues(values({ facts: null }), 'plugin', { isEdit: true })
    expect(edited).toMatchObject({ success: true })
    expect(edited.success && edited.data).not.toHaveProperty('refresh')
    expect(parseValues(values(), 'plugin', { isEdit: true })).toMatchObject({
      data: { refresh: true },
    })
  })

  it('takes a version that stands in the repository alone', () => {
    expect(parseValues(values({ version: '9.9.9' }), 'plugin')).toEqual({
      success: false,
      faults: ['version_unknown'],
    })
  })

  it('names all of its faults at once', () => {
    const empty = parseValues({ ...EMPTY, operating_systems: [] }, 'plugin')
    expect(empty).toEqual({
      success: false,
      faults: [
        'title',
        'operating_systems',
        'category',
        'cover_id',
        'gallery_ids',
        'owner',
        'repository_url',
      ],
    })
  })
})

it.each([
  ['en', 12, 'in 12 minutes'],
  ['de', 12, 'in 12 Minuten'],
  ['fr', 1, 'dans 1 minute'],
  ['ja', 12, '12 分後'],
  ['zh-cn', 200, '4小时后'],
  ['en', -5, 'in 1 minute'],
])('a time stands in words of %s, %i minutes ahead: %s', (locale, minutes, words) => {
  const now = new Date('2026-06-01T12:00:00Z')
  const retry_at = new Date(now.getTime() + minutes * 60_000).toISOString()
  expect(detailsFor({ retry_at }, locale, now)['time']).toBe(words)
})

it('fills in words once: what is filled in is not read again', () => {
  expect(fill('{a} and {b}, {c}', { a: '{b}', b: '$&' })).toBe('{b} and $&, {c}')
})
