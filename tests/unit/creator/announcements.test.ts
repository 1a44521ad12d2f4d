import { describe, expect, it } from 'vitest'
import { pictureNames } from '#lib/creator/picture-names.ts'
import { FIELD_NAMES, FIELDS, fieldsOf } from '#lib/creator/fields.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'
import { validate } from '#lib/creator/request.ts'
import { EMPTY_VALUES } from '#lib/creator/values.ts'
import { createProgressSteps } from '#components/creator/files/use-upload-client.ts'

describe('the progress of an upload', () => {
  it('is announced at quarters', () => {
    const step = createProgressSteps(0)
    const shares = Array.from({ length: 101 }, (_, at) => at / 100)
    const announced = shares.map((share, at) => step(share, at * 1000))
    expect(announced.filter((share) => share !== null)).toEqual([0.25, 0.5, 0.75])
  })
  it('is not announced in the first two seconds, nor within two seconds of the last one', () => {
    const step = createProgressSteps(0)
    expect(step(0.3, 1999)).toBeNull()
    expect(step(0.3, 2000)).toBe(0.25)
    expect(step(0.6, 3999)).toBeNull()
    expect(step(0.8, 4000)).toBe(0.75)
  })
})

describe('names of pictures', () => {
  const named = (name: string, alt = '') => ({ name, alt })
  it('are the alternative text, the file name or the position', () => {
    expect(pictureNames([named('a.png', 'Plums'), named('b.png'), named('')])).toEqual([
      'Plums',
      'b.png',
      '3',
    ])
  })
  it('are all different', () => {
    expect(pictureNames([named('a.png'), named('b.png'), named('a.png')])).toEqual([
      'a.png (1)',
      'b.png',
      'a.png (3)',
    ])
  })
})

describe('fields of the creator’s form', () => {
  const empty = { ...EMPTY_VALUES, version: '', minimum_version: '', operating_systems: [] }
  const context = { base: null, gone: [], isFileComing: false }

  it.each(['icon', 'plugin'] as const)(
    'are marked as optional exactly if a project can be published without them: %s',
    (kind) => {
      const invalid = new Set(validate(empty, kind, context).map(fieldOfError))
      const own = fieldsOf(kind === 'icon' ? 'file' : 'repository')
      expect(own.filter((name) => FIELDS[name].isOptional)).toEqual(
        own.filter((name) => !invalid.has(name)),
      )
      expect(FIELD_NAMES.length).toBeGreaterThan(own.length)
    },
  )
})
