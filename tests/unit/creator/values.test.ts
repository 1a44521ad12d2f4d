import { expect, it } from 'vitest'
import { FIELD_ERROR_CODES, fieldOfError } from '#lib/creator/field-error.ts'
import type { Project } from '#lib/contract/project.ts'
import { FIELDS, fieldsOf } from '#lib/creator/fields.ts'
import { EMPTY_VALUES, toValues, valuesSchema } from '#lib/creator/values.ts'
import { buildProject } from '#tests/support/builders.ts'

const image = (file_id: string) => ({
  file_id,
  url: `/api/v1/pictures/of/${file_id}.webp`,
  width: 1600,
  height: 1000,
  alt: 'A tree',
})
const project = buildProject({
  title: 'Orchard',
  description: 'Trees.',
  version: '1.2.0',
  operating_systems: ['macos'],
  cover: image('cover-1'),
  gallery: [image('gallery-1')],
  category: 'nature',
  tags: ['tree', 'wood'],
  file: { file_id: 'file-1', name: 'o.iconpack', size: 3, sha256: '0', url: '/api/v1/any/address' },
})

it('the form takes file ids from file_id, whatever the addresses of the files', () => {
  expect(toValues(project)).toEqual({
    ...EMPTY_VALUES,
    title: 'Orchard',
    description: 'Trees.',
    version: '1.2.0',
    operating_systems: ['macos'],
    category: 'nature',
    tags: 'tree, wood',
    file: { id: 'file-1', name: 'o.iconpack', size: 3, sha256: '0', alt: '' },
    cover: {
      id: 'cover-1',
      name: 'A tree',
      size: null,
      alt: 'A tree',
      url: '/api/v1/pictures/of/cover-1.webp',
      width: 1600,
      height: 1000,
    },
    gallery: [
      {
        id: 'gallery-1',
        name: 'A tree',
        size: null,
        alt: 'A tree',
        url: '/api/v1/pictures/of/gallery-1.webp',
        width: 1600,
        height: 1000,
      },
    ],
  })
})

it('a draft from before a field was added starts that field with its initial value', () => {
  const { minimum_version: _, ...draft } = { ...EMPTY_VALUES, title: 'Orchard' }
  expect(valuesSchema.parse(draft)).toEqual({ ...EMPTY_VALUES, title: 'Orchard' })
})

it('a field with an invalid value makes a draft invalid', () => {
  expect(valuesSchema.safeParse({ ...EMPTY_VALUES, title: 3 }).success).toBe(false)
  expect(valuesSchema.safeParse('text').success).toBe(false)
})

it('fields of files and of repositories belong to projects with that source', () => {
  expect(fieldsOf('file')).not.toEqual(expect.arrayContaining(['owner', 'repository_url']))
  expect(fieldsOf('repository')).not.toContain('file')
  expect(fieldsOf('file')).toContain('file')
  expect(fieldsOf('repository').slice(0, 5)).toEqual([
    'repository_url',
    'owner',
    'packages',
    'package_systems',
    'title',
  ])
})

it('every error belongs to one field', () => {
  const own = FIELD_ERROR_CODES.map((code) => `${fieldOfError(code)}: ${code}`)
  expect(own).toHaveLength(new Set(FIELD_ERROR_CODES).size)
  expect(own).toEqual(
    expect.arrayContaining(['gallery: alternative_texts', 'version: version_not_higher']),
  )
})

it('a detected language is left to detection again, and a chosen one stays', () => {
  const inForm = (overrides: Partial<Project>) => toValues(buildProject(overrides)).language
  expect(inForm({ language: 'de', language_is_detected: true })).toBe('')
  expect(inForm({ language: 'de', language_is_detected: false })).toBe('de')
  expect(inForm({ language: 'de' })).toBe('de')
  expect(inForm({})).toBe('')
  expect(FIELDS.language.toRequest('')).toEqual({ language: null })
  expect(FIELDS.language.toRequest('de')).toEqual({ language: 'de' })
})
