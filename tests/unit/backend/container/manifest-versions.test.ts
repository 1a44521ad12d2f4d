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

it.each(['1.2.3.4', 'r12', 20240105, '2024-01-05', '', null])(
  'the version %s of a manifest is replaced, with a warning',
  (version) => {
    expect(versionOf(version)).toBe('1.0.0')
    expect(read({ version }).warnings).toContainEqual(replaced)
  },
)

const leftOut = (field: string, value: string, name: string) => ({
  code: 'zeros_left_out',
  field,
  value,
  name,
})

it.each([
  ['2.01.0', '2.1.0'],
  ['2026.01.15', '2026.1.15'],
  ['1.2.3-beta.01', '1.2.3-beta.1'],
  ['v1.02', '1.2.0'],
])('zeros in front are left out of the version %s, with a warning: %s', (given, version) => {
  const { head, warnings } = read({ version: given })
  expect(head.version).toBe(version)
  expect(warnings).toContainEqual(leftOut('version', given, version))
  expect(warnings).not.toContainEqual(replaced)
})

it('the same with the minimum version, and with those that it requires', () => {
  const requires = [{ kind: 'plugin', id: 'com.maker.clock', minimum: '1.02.0' }]
  const { head, warnings } = read({ minimum_version: '01.2.0-rc.1', requires })
  expect(head).toMatchObject({ minimum_version: '1.2.0', requires: [{ minimum: '1.2.0' }] })
  expect(warnings).toContainEqual(leftOut('minimum_version', '01.2.0-rc.1', '1.2.0'))
  expect(warnings).toContainEqual(leftOut('requires[0].minimum', '1.02.0', '1.2.0'))
})

it('the minimum version of a manifest is plain', () => {
  expect(read({ minimum_version: 'v1.2-beta' }).head.minimum_version).toBe('1.2.0')
})
