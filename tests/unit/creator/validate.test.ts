import { describe, expect, it } from 'vitest'
import type { Kind } from '#lib/contract/kind.ts'
import { drawnTitle } from '#lib/creator/drawn-title.ts'
import { buildRequest, validate } from '#lib/creator/request.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import { checkFile, toFileName, writtenEndings } from '#lib/creator/check-file.ts'

const picture = (id: string) => ({ id, name: `${id}.png`, size: 1, alt: '' })
const values: CreatorValues = {
  ...EMPTY_VALUES,
  title: 'Orchard',
  version: '1.0.0',
  category: 'nature',
  file: picture('file'),
  cover: picture('cover'),
  gallery: [picture('one')],
}
const base = { revision: 1, values }
const context = { base, gone: [], isFileComing: false }
const newFile = picture('new')

describe('the version of a published project', () => {
  it.each([
    ['nothing new', {}, false, []],
    ['a new file alone', { file: newFile }, false, ['version_not_higher']],
    ['a new file that is being uploaded', {}, true, ['version_not_higher']],
    ['a higher version alone', { version: '1.0.1' }, false, ['file_unchanged']],
    ['both', { version: '1.0.1', file: newFile }, false, []],
    ['both, the file being uploaded', { version: '1.0.1' }, true, []],
    ['1.10.0 after 1.9.0', { version: '1.10.0', file: newFile }, false, []],
    ['a lower version', { version: '0.9.9', file: newFile }, false, ['version_not_higher']],
    ['no version at all', { version: '1.0' }, false, ['version']],
  ])('with %s', (_, overrides, isFileComing, errors) => {
    expect(validate({ ...values, ...overrides }, 'icon', { ...context, isFileComing })).toEqual(
      errors,
    )
  })

  it('is free for a new project', () => {
    expect(validate({ ...values, version: '0.0.1' }, 'icon', { ...context, base: null })).toEqual(
      [],
    )
  })
})

describe('a title', () => {
  const titled = (title: string, published: string | null = null) =>
    validate({ ...values, title }, 'icon', {
      ...context,
      base: published === null ? null : { revision: 1, values: { ...values, title: published } },
    })

  it.each([
    ['prints nothing', '\u3164', 'title_blank'],
    ['turns the text around it', 'photo\u202egnp', 'title_direction'],
    ['covers the lines around it', `e${'\u0301'.repeat(5)}`, 'title_marks'],
    ['is too long', 'x'.repeat(201), 'title_long'],
    ['is missing', ' ', 'title'],
  ])('that %s has a message of its own', (_, title, error) => {
    expect(titled(title)).toEqual([error])
    expect(titled(title, 'Orchard')).toEqual([error])
  })

  it.each(['\u3164', 'abc\u200f', ' ', '  Orchard '])(
    'that the project has is sent back as it is: %j',
    (title) => {
      expect(titled(title, title)).toEqual([])
      const published = { ...values, title }
      const typed = { ...published, title: title.trim() || title }
      expect(buildRequest(typed, 'icon', { isEdit: true, published })).toMatchObject({
        success: true,
        data: { title },
      })
    },
  )
})

describe('a pre-release in the form', () => {
  const version = '2.0.0-beta.1'
  const plugin: CreatorValues = {
    ...values,
    file: null,
    category: 'audio',
    repository_url: 'https://github.com/ada/plums',
    owner: 'ada',
  }
  const errorsOf = (
    changed: CreatorValues,
    kind: 'icon' | 'plugin',
    published: CreatorValues | null = null,
  ) => {
    const edited = published && { ...base, values: published }
    return validate(changed, kind, { ...context, base: edited })
  }

  it('comes from the file, and is not typed', () => {
    const brought = { ...values, version, file: { ...newFile, version } }
    expect(errorsOf(brought, 'icon')).toEqual([])
    expect(errorsOf(brought, 'icon', values)).toEqual([])
    expect(errorsOf({ ...values, version }, 'icon')).toEqual(['version'])
    expect(errorsOf({ ...brought, version: '2.0.0-beta.2' }, 'icon')).toEqual(['version'])
    expect(errorsOf({ ...brought, version: '2.0.0' }, 'icon')).toEqual([])
  })

  it('comes from packages, or from the repository', () => {
    const packages = [{ ...picture('package'), version }]
    expect(errorsOf({ ...plugin, version, packages }, 'plugin', plugin)).toEqual([])
    expect(errorsOf({ ...plugin, version }, 'plugin', plugin)).toEqual(['version'])
  })

  it('stays that of a project that has no stable version yet, and so does a version from before', () => {
    for (const published of [version, '2024.01.05']) {
      const saved = { ...values, version: published }
      expect(errorsOf({ ...saved, title: 'Other' }, 'icon', saved)).toEqual([])
    }
    expect(errorsOf({ ...values, version: '2024.01.05' }, 'icon')).toEqual(['version'])
  })
})

describe('a file that the server no longer has', () => {
  it('is an error of its field, unless the form no longer uses it', () => {
    const gone = ['file', 'cover', 'one', 'elsewhere'].map(picture)
    expect(validate(values, 'icon', { ...context, gone })).toEqual([
      'file_gone',
      'cover_gone',
      'gallery_gone',
    ])
    expect(validate(values, 'icon', { ...context, gone: [picture('elsewhere')] })).toEqual([])
  })
})

describe('texts that are too long', () => {
  it.each([
    ['title', { title: '👩'.repeat(201) }, ['title_long']],
    ['title that is missing', { title: ' ' }, ['title']],
    ['description', { description: '🌱'.repeat(8193) }, ['description']],
    [
      'alternative text',
      { cover: { ...picture('c'), alt: 'x'.repeat(301) } },
      ['alternative_texts'],
    ],
    ['notes', { notes: 'x'.repeat(2001) }, ['notes']],
    ['tag', { tags: 'x'.repeat(51) }, ['tags']],
  ])('are an error of their field: %s', (_, overrides, errors) => {
    expect(validate({ ...values, ...overrides }, 'icon', context)).toEqual(errors)
  })

  it('count emoji and line ends as one character each', () => {
    const overrides = { title: '👩'.repeat(200), description: '🌱\r\n'.repeat(4096) }
    expect(validate({ ...values, ...overrides }, 'icon', context)).toEqual([])
  })
})

it('a picture of another type is rejected before it is sent', () => {
  const limits = { kind: 'icon', purpose: 'cover', maxBytes: 1 } as const
  expect(checkFile({ name: 'a.svg', size: 9, type: 'image/svg+xml' }, limits)).toBe('bad_image')
  expect(checkFile({ name: 'a.png', size: 9, type: 'image/png' }, limits)).toBeNull()
  expect(checkFile({ name: 'a.gif', size: 9, type: 'image/gif' }, limits)).toBeNull()
})

describe('a project file before it is sent', () => {
  const check = (name: string, kind: Kind) =>
    checkFile({ name, size: 9, type: '' }, { kind, purpose: 'project', maxBytes: 10 })

  it.each([
    ['icon', ['a.iconpack', 'a.zip', 'A.ZIP', 'a.streamDeckIconPack', 'a.b.json']],
    ['profile', ['a.flexbar', 'C# helpers.FLEXBAR']],
    ['flexpage', ['a.flexpage']],
    ['plugin', ['a.flexplugin']],
  ] as const)('is accepted by the endings of its kind: %s', (kind, names) => {
    expect(names.map((name) => check(name, kind))).toEqual(names.map(() => null))
  })

  it.each([
    ['icon', 'a.flexbar'],
    ['profile', 'a.zip'],
    ['profile', 'a.json'],
    ['flexpage', 'flexpage'],
    ['plugin', 'a.iconpack'],
  ] as const)('is refused with another ending: %s, %s', (kind, name) => {
    expect(check(name, kind)).toBe('wrong_type')
  })

  it('keeps its name, except for a package that is named .zip', () => {
    expect(toFileName('Pack.zip', 'icon', 'project')).toBe('Pack.zip')
    expect(toFileName('Profile.zip', 'profile', 'project')).toBe('Profile.zip')
    expect(toFileName('Package.zip', 'plugin', 'project')).toBe('Package.flexplugin')
  })

  it('keeps nothing of a .zip that was added to the ending of its kind', () => {
    expect(toFileName('A.FLEXBAR (1).zip', 'profile', 'project')).toBe('A.flexbar')
    expect(toFileName('a.flexplugin.zip', 'plugin', 'project')).toBe('a.flexplugin')
    expect(toFileName('a.iconpack.zip', 'icon', 'cover')).toBe('a.iconpack.zip')
  })

  it('has its endings in help and errors as people write them', () => {
    expect(writtenEndings('icon')).toBe('.iconpack, .zip, .streamDeckIconPack, .json')
    expect(writtenEndings('profile')).toBe('.flexbar')
  })
})

describe('the title on drawn covers', () => {
  const opaque = { ...picture('file'), format: 'opaque' } as const
  it('is that of the form where the contents of the file are not shown', () => {
    expect(drawnTitle({ ...values, file: opaque })).toBe('Orchard')
    expect(drawnTitle({ ...values, file: { ...opaque, format: 'keystrip' } })).toBe('')
    expect(drawnTitle({ ...values, file: null })).toBe('')
  })

  it('is at most as long as a title may be', () => {
    const title = 'x'.repeat(300)
    expect(drawnTitle({ ...values, file: opaque, title })).toHaveLength(200)
  })
})
