import { describe, expect, it } from 'vitest'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { readPosted } from '#lib/creator/posted.ts'
import { EMPTY_VALUES, type Values } from '#lib/creator/values.ts'
import { fingerprints, mergeByFingerprints } from '#lib/plain-form/fingerprint.ts'

const file = (id: string): UploadedFile => ({ id, name: `${id}.png`, size: 1, alt: '' })
const kept = (id: string) => JSON.stringify(file(id))

function read(fields: Record<string, string | string[]>, files: Record<string, UploadedFile> = {}) {
  const all = Object.entries(fields).map(([name, value]) => [name, [value].flat()] as const)
  return readPosted({ fields: new Map(all), files: new Map(Object.entries(files)) }, 'file')
}

describe('a posted form', () => {
  it('has line ends of one character and no control characters', () => {
    const { title, description } = read({ title: 'Or\u0000chard', description: 'One\r\nTwo' })
    expect({ title, description }).toEqual({ title: 'Orchard', description: 'One\nTwo' })
  })

  it('keeps all systems, and the initial values of fields that it lacks', () => {
    const { operating_systems, version, notes } = read({ operating_systems: ['macos', 'linux'] })
    expect(operating_systems).toEqual(['macos', 'linux'])
    expect({ version, notes }).toEqual({ version: '1.0.0', notes: '' })
  })

  it('uses a new file, otherwise the one that was uploaded before', () => {
    const fields = { 'file.kept': kept('old'), 'cover.kept': kept('cover'), 'cover.alt': 'Trees' }
    expect(read(fields)).toMatchObject({
      file: { id: 'old' },
      cover: { id: 'cover', alt: 'Trees' },
    })
    expect(read(fields, { file: file('new') }).file?.id).toBe('new')
  })

  it('orders the gallery by position, and leaves out pictures that are to be removed', () => {
    const { gallery } = read(
      {
        'gallery.1.kept': kept('one'),
        'gallery.1.place': '3',
        'gallery.2.kept': kept('two'),
        'gallery.2.remove': '1',
        'gallery.3.alt': 'Three',
      },
      { 'gallery.3': file('three') },
    )
    expect(gallery.map(({ id, alt }) => [id, alt])).toEqual([
      ['one', ''],
      ['three', 'Three'],
    ])
  })

  it.each(['{', '{"id":1}', 'null', '[]'])('ignores a kept file that is none: %s', (text) => {
    expect(read({ 'file.kept': text }).file).toBeNull()
  })

  it('forgets what was read from a repository when its address changes', () => {
    const facts = JSON.stringify({
      title: 'Plums',
      description: '',
      version: '1.1.0',
      operating_systems: ['macos'],
      author: 'Ada',
      minimum_version: null,
      license: null,
      repository_url: 'https://github.com/ada/plums',
    })
    const factsOf = (repository_url: string) => {
      const fields = new Map([
        ['facts', [facts]],
        ['repository_url', [repository_url]],
      ])
      return readPosted({ fields, files: new Map() }, 'repository').facts
    }
    expect(factsOf('github.com/ada/plums/')).toMatchObject({ version: '1.1.0' })
    expect(factsOf('github.com/ada/pears')).toBeNull()
  })
})

it('fingerprints of the base tell what only the other edit changed from what both changed', () => {
  const base: Values = { ...EMPTY_VALUES, title: 'Orchard', tags: 'a', version: '1.0.0' }
  const mine = { ...base, title: 'Mine', version: '1.1.0' }
  const theirs = { ...base, title: 'Theirs', tags: 'b', version: '1.1.0' }
  expect(mergeByFingerprints(fingerprints(base), mine, theirs)).toEqual({
    values: { ...mine, tags: 'b' },
    taken: ['tags'],
    fields: ['title'],
  })
})
