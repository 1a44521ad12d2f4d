import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import { buildRequest } from '#lib/creator/request.ts'
import { REPOSITORY_ERRORS, toMessageValues } from '#lib/creator/repository-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

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
const values = (overrides: Partial<CreatorValues> = {}): CreatorValues => ({
  ...EMPTY_VALUES,
  title: 'Mine',
  version: '1.1.3',
  category: 'productivity',
  owner: 'ada',
  repository_url: 'www.github.com/ada/plums/',
  cover: picture,
  gallery: [picture],
  facts,
  ...overrides,
})

describe('the form of a plugin', () => {
  it('sends what was typed, not what the repository contains, with the normalised address', () => {
    expect(buildRequest(values(), 'plugin')).toMatchObject({
      success: true,
      data: { title: 'Mine', version: '1.1.3', repository_url: 'https://github.com/ada/plums' },
    })
  })

  it('requires the repository to be verified for a new plugin, not for an edit', () => {
    expect(buildRequest(values({ facts: null }), 'plugin')).toEqual({
      success: false,
      errors: ['repository_url'],
    })
    const edited = buildRequest(values({ facts: null }), 'plugin', { isEdit: true })
    expect(edited).toMatchObject({ success: true })
    expect(edited.success && edited.data).not.toHaveProperty('refresh')
    expect(buildRequest(values(), 'plugin', { isEdit: true })).toMatchObject({
      data: { refresh: true },
    })
  })

  it('edits a plugin whose repository is another one without an address, and publishes none', () => {
    const unnamed = values({ facts: null, repository_url: ' ', owner: '' })
    const edited = buildRequest(unnamed, 'plugin', { isEdit: true })
    expect(edited).toMatchObject({ success: true, data: { title: 'Mine' } })
    expect(edited.success && Object.keys(edited.data)).not.toContain('repository_url')
    expect(buildRequest(unnamed, 'plugin')).toMatchObject({ success: false })
    const named = values({ facts: null, repository_url: '', owner: 'ada' })
    expect(buildRequest(named, 'plugin', { isEdit: true })).toMatchObject({ success: false })
  })

  it('rejects a version that the repository does not offer', () => {
    expect(buildRequest(values({ version: '9.9.9' }), 'plugin')).toEqual({
      success: false,
      errors: ['version_unknown'],
    })
  })

  it('reports all errors at once', () => {
    const empty = buildRequest({ ...EMPTY_VALUES, operating_systems: [] }, 'plugin')
    expect(empty).toEqual({
      success: false,
      errors: [
        'repository_url',
        'owner',
        'title',
        'cover_id',
        'gallery_ids',
        'operating_systems',
        'category',
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
])('the wait in %s for %i minutes: %s', (locale, minutes, text) => {
  const now = new Date('2026-06-01T12:00:00Z')
  const retry_at = new Date(now.getTime() + minutes * 60_000).toISOString()
  expect(toMessageValues({ retry_at }, locale, now).time).toBe(text)
})

describe('messages of refused repositories', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const describeError = createTranslator({
    locale: 'en',
    messages,
    namespace: 'creator.error',
    onError: (error) => {
      throw error
    },
  })

  it('contain the details as text, not as a message', () => {
    const values = toMessageValues({ owner: "{field} '{name}' <b>$&" }, 'en', now)
    expect(describeError('other_owner', values)).toBe(
      "The repository belongs to {field} '{name}' <b>$&.",
    )
  })

  it.each(REPOSITORY_ERRORS)('need no detail from the server: %s', (error) => {
    expect(describeError(error, toMessageValues({}, 'en', now))).not.toMatch(/[{}]/)
  })
})
