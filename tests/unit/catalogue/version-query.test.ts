import { expect, it } from 'vitest'
import { internalPath, removeDefaults } from '#lib/catalogue/rewrite.ts'

const DETAIL = '/en/home/iconpack/detail/abc'
const pathOf = (query: string, path = DETAIL) => internalPath(path, new URLSearchParams(query))

it.each([
  ['version=1.2.0', '1.2.0'],
  ['version=2.0.0-beta.1', '2.0.0-beta.1'],
  ['version=2.0.0-BETA', '2.0.0-BETA'],
  ['utm_source=x&version=1.2.0&sort=name', '1.2.0'],
  ['version=1.2.0&version=3.0.0', '1.2.0'],
  ['version=01.2.0', '01.2.0'],
])('?%s is answered by the page of the version', (query, version) => {
  expect(pathOf(query)).toBe(`${DETAIL}/version/${version}`)
})

it.each([
  'version=latest',
  'version=1.2',
  'version=v1.2.0',
  'version=1.2.0%00',
  'version=%2e%2e%2fhistory',
  'version=1.2.0%2F..',
  `version=${'1'.repeat(10_000)}`,
  `version=1.2.0-${'a'.repeat(10_000)}`,
])('what is no version has one address: ?%.40s', (query) => {
  expect(pathOf(query)).toBe(`${DETAIL}/version/-`)
})

it.each(['', 'version', 'version=', 'Version=1.2.0', 'utm_source=x'])(
  'the page of the project is answered by itself with ?%s',
  (query) => {
    expect(pathOf(query)).toBeNull()
  },
)

it('other pages take no version', () => {
  const paths = [`${DETAIL}/history`, `${DETAIL}/compare/1.0.0...1.1.0`, '/en/home/author/ada']
  for (const path of paths) expect(pathOf('version=1.2.0', path)).toBeNull()
})

it('the internal path is not reachable from outside', () => {
  for (const rest of ['version', 'version/1.2.0', 'version/1.2.0/more']) {
    expect(pathOf('', `${DETAIL}/${rest}`)).toBe('/en/-')
    expect(pathOf('version=1.2.0', `${DETAIL}/${rest}`)).toBe('/en/-')
  }
})

it.each([
  ['version=&utm_source=x', 'utm_source=x'],
  ['version=1.2.0', 'version=1.2.0'],
  ['version=latest', 'version=latest'],
])('of ?%s the address keeps ?%s', (query, kept) => {
  const given = new URLSearchParams(query)
  removeDefaults('/home/iconpack/detail/abc', given)
  expect(String(given)).toBe(kept)
})
