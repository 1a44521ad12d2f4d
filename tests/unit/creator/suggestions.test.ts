import { describe, expect, it } from 'vitest'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { suggestFromManifest, suggestFromRepository } from '#lib/creator/suggestions.ts'
import { EMPTY_VALUES } from '#lib/creator/values.ts'

const manifest = {
  title: 'Orchard',
  version: '2.0.0',
  minimum_version: '1.1.0',
  license: 'MIT',
  icons: 3,
  pages: null,
}
const facts: GithubCheck = {
  title: 'Plums',
  description: 'Fruit.',
  version: '1.1.0',
  operating_systems: ['macos'],
  author: 'Ada',
  minimum_version: null,
  license: null,
  repository_url: 'https://github.com/ada/plums',
}
const namesOf = (suggestions: { name: string }[]) => suggestions.map(({ name }) => name)

describe('the manifest of an archive', () => {
  it('fills the fields of a new project that were not typed', () => {
    const isTyped = (name: string) => name === 'title'
    expect(suggestFromManifest(manifest, { published: null, isTyped })).toEqual([
      { name: 'version', value: '2.0.0' },
      { name: 'minimum_version', value: '1.1.0' },
      { name: 'license', value: 'MIT' },
    ])
  })

  it('leaves the licence empty if it names none', () => {
    const isTyped = (name: string) => name !== 'license'
    const unknown = { ...manifest, license: 'NOASSERTION' }
    expect(suggestFromManifest(unknown, { published: null, isTyped })).toEqual([
      { name: 'license', value: '' },
    ])
  })

  it('fills only the version of a published project, if it is higher', () => {
    const isTyped = () => false
    expect(suggestFromManifest(manifest, { published: '1.0.0', isTyped })).toEqual([
      { name: 'version', value: '2.0.0' },
    ])
    expect(suggestFromManifest(manifest, { published: '2.0.0', isTyped })).toEqual([])
  })
})

describe('a repository', () => {
  const suggest = (overrides: object, previous: GithubCheck | null, published: string | null) =>
    suggestFromRepository({ ...EMPTY_VALUES, ...overrides }, { facts, previous, published })

  it('fills the untouched fields of a new plugin, as far as it has values', () => {
    expect(suggest({ title: 'Mine' }, null, null)).toEqual([
      { name: 'description', value: 'Fruit.' },
      { name: 'version', value: '1.1.0' },
      { name: 'operating_systems', value: ['macos'] },
    ])
  })

  it('replaces what it filled in before', () => {
    const previous = { ...facts, title: 'Pears' }
    expect(namesOf(suggest({ title: 'Pears' }, previous, null))).toContain('title')
    expect(namesOf(suggest({ title: 'Pears' }, null, null))).not.toContain('title')
  })

  it('fills only a higher version of a published plugin', () => {
    expect(suggest({}, null, '1.0.0')).toEqual([{ name: 'version', value: '1.1.0' }])
    expect(suggest({}, null, '1.1.0')).toEqual([])
  })
})
