import { expect, it } from 'vitest'
import { githubCheckSchema } from '#lib/contract/publish.ts'
import { toPreview } from '#lib/creator/preview.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import { buildProject } from '#tests/support/builders.ts'

const now = new Date('2026-06-01T12:00:00Z')
const options = {
  id: 'form1',
  author: { uid: 'u1', name: 'ada_lovelace' },
  saved: null,
  contents: null,
  language: null,
  untitled: 'Untitled',
  now,
}
type Options = Partial<Parameters<typeof toPreview>[1]>

const preview = (values: Partial<CreatorValues>, more: Options = {}) =>
  toPreview(
    {
      kind: 'icon',
      edited: null,
      values: { ...EMPTY_VALUES, ...values },
      errors: [],
      conflict: null,
      isReview: false,
    },
    { ...options, ...more },
  )

it('an empty form has a title, an author, and no cover, category or file', () => {
  expect(preview({})).toMatchObject({
    title: 'Untitled',
    author: options.author,
    tagline: '',
    cover: null,
    category: null,
    file: null,
    gallery: [],
    tags: [],
    downloads: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  })
})

it('invalid values are left out', () => {
  expect(
    preview({
      version: 'next',
      minimum_version: '1',
      operating_systems: ['macos', 'beos'],
      category: 'none',
      cover: { id: 'a', name: 'a.png', size: 1, alt: '' },
    }),
  ).toMatchObject({
    version: '',
    minimum_version: '',
    operating_systems: ['macos'],
    category: null,
    cover: null,
  })
})

it('texts are those that publishing would store', () => {
  const { title, tags, description } = preview({
    title: '  Plums\u0000 of the north ',
    tags: 'tree, wood',
    description: 'One\r\nTwo',
  })
  expect({ title, tags, description }).toEqual({
    title: 'Plums of the north',
    tags: ['tree', 'wood'],
    description: 'One\nTwo',
  })
})

it('pictures have their size, and the file what is known of it', () => {
  const picture = { id: 'a', name: 'a.png', size: 1, alt: 'A tree', url: '/api/v1/file/a/a.png' }
  const file = { id: 'f', name: 'o.iconpack', size: 3, alt: '' }
  const { cover, gallery } = preview({
    cover: { ...picture, width: 640, height: 400 },
    gallery: [picture],
  })
  expect(cover).toEqual({ url: picture.url, alt: 'A tree', width: 640, height: 400 })
  expect(gallery).toEqual([expect.objectContaining({ url: picture.url })])
  expect(preview({ file }).file).toEqual({ name: 'o.iconpack', size: 3, sha256: null })
  const opaque = { ...file, format: 'opaque' as const, entries: { count: 0, items: [] } }
  expect(preview({ file: opaque }).file).toMatchObject({ format: 'opaque', entries: { count: 0 } })
  const contents = {
    file: { name: 'o.iconpack', size: 4, sha256: 'ab' },
    icons: { items: [] },
    pages: [],
  }
  expect(preview({ file }, { contents }).file).toMatchObject({ size: 4, sha256: 'ab' })
})

it('an edit keeps the counts, the date and the keys of the project', () => {
  const saved = buildProject({
    downloads: 7,
    created_at: '2026-01-02T03:04:05Z',
    keys: [{ title: 'Mute' }],
  })
  expect(preview({ title: 'New' }, { saved })).toMatchObject({
    title: 'New',
    downloads: 7,
    created_at: saved.created_at,
    keys: [{ title: 'Mute' }],
    updated_at: now.toISOString(),
  })
})

it('a plugin has the facts of its repository', () => {
  const facts = githubCheckSchema.parse({
    title: 'Tools',
    description: '',
    version: '1.0.0',
    operating_systems: ['macos'],
    author: 'Guild',
    minimum_version: null,
    license: 'MIT',
    repository_url: 'https://github.com/guild/tools',
    owner: 'guild',
    release: { tag: 'v1.0.0' },
    proof: null,
  })
  expect(preview({ facts })).toMatchObject({
    repository_url: 'https://github.com/guild/tools',
    license: 'MIT',
    release: { tag: 'v1.0.0' },
    owner_verified: false,
  })
})
