import { describe, expect, it } from 'vitest'
import { arrange } from '#lib/creator/arrange.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import type { FileField } from '#lib/creator/plain-form.ts'
import { readPosted } from '#lib/creator/posted.ts'
import { exclusiveSystems, withSystem } from '#lib/creator/systems.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'

const file = (id: string): UploadedFile => ({ id, name: `${id}.png`, size: 1, alt: '' })
const kept = (id: string) => JSON.stringify(file(id))

function read(
  fields: Record<string, string | string[]>,
  files: [FileField, UploadedFile[]][] = [],
) {
  const all = Object.entries(fields).map(([name, value]) => [name, [value].flat()] as const)
  return readPosted({ fields: new Map(all), files: new Map(files) }, 'file')
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
    const fields = {
      'file.0.kept': kept('old'),
      'cover.0.kept': kept('cover'),
      'cover.0.alt': 'Trees',
    }
    expect(read(fields)).toMatchObject({
      file: { id: 'old' },
      cover: { id: 'cover', alt: 'Trees' },
    })
    expect(read(fields, [['file', [file('new')]]]).file?.id).toBe('new')
  })

  it('adds new pictures to those that were uploaded before', () => {
    const { gallery } = read({ 'gallery.0.kept': kept('one'), 'gallery.0.alt': 'One' }, [
      ['gallery', [file('two'), file('three')]],
    ])
    expect(gallery.map(({ id, alt }) => [id, alt])).toEqual([
      ['one', 'One'],
      ['two', ''],
      ['three', ''],
    ])
  })

  it.each(['{', '{"id":1}', 'null', '[]'])('ignores an invalid kept file: %s', (text) => {
    expect(read({ 'file.0.kept': text }).file).toBeNull()
  })

  it('drops what was read from a repository when its address changes', () => {
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

describe('a button of a file', () => {
  const values: CreatorValues = {
    ...EMPTY_VALUES,
    cover: file('cover'),
    gallery: [file('one'), file('two')],
  }
  const ids = ({ cover, gallery }: CreatorValues) => [cover?.id, ...gallery.map(({ id }) => id)]

  it.each([
    ['remove', 'gallery.0', ['cover', 'two']],
    ['remove', 'cover.0', [undefined, 'one', 'two']],
    ['later', 'gallery.0', ['cover', 'two', 'one']],
    ['earlier', 'gallery.1', ['cover', 'two', 'one']],
    ['earlier', 'gallery.0', ['cover', 'one', 'two']],
    ['later', 'gallery.1', ['cover', 'one', 'two']],
    ['remove', 'title.0', ['cover', 'one', 'two']],
    ['remove', 'gallery', ['cover', 'one', 'two']],
  ] as const)('%s of %s leaves %j', (intent, place, expected) => {
    expect(ids(arrange(values, intent, place))).toEqual(expected)
  })
})

it('all platforms and single systems exclude each other', () => {
  expect(withSystem(['all'], 'macos')).toEqual(['macos'])
  expect(withSystem(['macos'], 'linux')).toEqual(['macos', 'linux'])
  expect(withSystem(['macos', 'linux'], 'all')).toEqual(['all'])
  expect(exclusiveSystems(['all', 'macos'], ['all'])).toEqual(['macos'])
  expect(exclusiveSystems(['all', 'macos'], ['macos'])).toEqual(['all'])
  expect(exclusiveSystems(['linux', 'macos'], ['all'])).toEqual(['linux', 'macos'])
})
