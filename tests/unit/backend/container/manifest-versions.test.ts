import { expect, it } from 'vitest'
import { readHead } from '#backend/services/container/manifest-head.ts'

const read = (fields: Record<string, unknown>) => readHead(fields, 'Orchard')
const versionOf = (version: unknown) => read({ version }).head.version
const replaced = { code: 'field_replaced', field: 'version', value: '1.0.0' }

it.each([
  ['1.2.3-beta.1', '1.2.3-beta.1'],
  ['v1.2', '1.2.0'],
  [1.2, '1.2.0'],
  [3, '3.0.0'],
  ['1.2.3+build.5', '1.2.3'],
])('the version %s of a manifest is %s', (given, version) => {
  expect(versionOf(given)).toBe(version)
})

it.each(['2024.01.05', '1.2.3.4', 'r12', 20240105, '1.2.3-beta.01', '', null])(
  'the version %s of a manifest is replaced, with a warning',
  (version) => {
    expect(versionOf(version)).toBe('1.0.0')
    expect(read({ version }).warnings).toContainEqual(replaced)
  },
)

it('the minimum version of a manifest is plain', () => {
  expect(read({ minimum_version: 'v1.2-beta' }).head.minimum_version).toBe('1.2.0')
})
