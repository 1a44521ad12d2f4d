import { describe, expect, it } from 'vitest'
import { faultsOf } from '#lib/creator/faults.ts'
import { EMPTY, faultOfFile, type Values } from '#lib/creator/form.ts'

const picture = (id: string) => ({ id, name: `${id}.png`, size: 1, alt: '' })
const values: Values = {
  ...EMPTY,
  title: 'Orchard',
  version: '1.0.0',
  category: 'nature',
  file: picture('file'),
  cover: picture('cover'),
  gallery: [picture('one')],
}
const base = { revision: 1, values }
const rules = { base, gone: [], isFileComing: false }
const newFile = picture('new')

describe('a version of a project that is there', () => {
  it.each([
    ['nothing new', {}, false, []],
    ['a new file alone', { file: newFile }, false, ['version_not_higher']],
    ['a new file that is on its way', {}, true, ['version_not_higher']],
    ['a higher version alone', { version: '1.0.1' }, false, ['file_unchanged']],
    ['both', { version: '1.0.1', file: newFile }, false, []],
    ['both, the file on its way', { version: '1.0.1' }, true, []],
    ['1.10.0 after 1.9.0', { version: '1.10.0', file: newFile }, false, []],
    ['a lower version', { version: '0.9.9', file: newFile }, false, ['version_not_higher']],
    ['no version at all', { version: '1.0' }, false, ['version']],
  ])('with %s', (_, said, isFileComing, faults) => {
    expect(faultsOf({ ...values, ...said }, 'icon', { ...rules, isFileComing })).toEqual(faults)
  })

  it('may be anything where there is none yet', () => {
    expect(faultsOf({ ...values, version: '0.0.1' }, 'icon', { ...rules, base: null })).toEqual([])
  })
})

describe('a file that the server does not have any more', () => {
  it('is named in its field, also where it is not among the form’s', () => {
    const gone = ['file', 'cover', 'one', 'elsewhere'].map(picture)
    expect(faultsOf(values, 'icon', { ...rules, gone })).toEqual([
      'file_gone',
      'cover_gone',
      'gallery_gone',
    ])
    expect(faultsOf(values, 'icon', { ...rules, gone: [picture('elsewhere')] })).toEqual([])
  })
})

describe('texts that are too long', () => {
  it.each([
    ['title', { title: '👩'.repeat(201) }, ['title_long']],
    ['title that is missing', { title: ' ' }, ['title']],
    ['description', { description: '🌱'.repeat(8193) }, ['description']],
    [
      'words of a picture',
      { cover: { ...picture('c'), alt: 'x'.repeat(301) } },
      ['alternative_texts'],
    ],
    ['notes', { notes: 'x'.repeat(2001) }, ['notes']],
    ['tag', { tags: 'x'.repeat(51) }, ['tags']],
  ])('are told by their field: %s', (_, said, faults) => {
    expect(faultsOf({ ...values, ...said }, 'icon', rules)).toEqual(faults)
  })

  it('count emoji and line ends as one character each', () => {
    const said = { title: '👩'.repeat(200), description: '🌱\r\n'.repeat(4096) }
    expect(faultsOf({ ...values, ...said }, 'icon', rules)).toEqual([])
  })
})

it('a GIF is refused by its own words before it is sent', () => {
  const limits = { kind: 'icon', purpose: 'cover', maxBytes: 1 } as const
  expect(faultOfFile({ name: 'a.gif', size: 9, type: 'image/gif' }, limits)).toBe('gif')
  expect(faultOfFile({ name: 'a.svg', size: 9, type: 'image/svg+xml' }, limits)).toBe('bad_image')
  expect(faultOfFile({ name: 'a.png', size: 9, type: 'image/png' }, limits)).toBeNull()
})
