import { array, assert, nat, property, stringMatching, tuple } from 'fast-check'
import valid from 'semver/functions/valid.js'
import { expect, it } from 'vitest'
import { parseVersion, toVersion, withoutZeros } from '#lib/contract/version/parse-version.ts'

it.each([
  ['1.0.0', '1.0.0'],
  ['1.0', '1.0.0'],
  ['1', '1.0.0'],
  ['v1.1.2', '1.1.2'],
  ['V2.0', '2.0.0'],
  ['v-0.1.2', '0.1.2'],
  ['v.1.0.6', '1.0.6'],
  ['name-v1.0.0', '1.0.0'],
  ['my-plugin-2-v1.2.3', '1.2.3'],
  ['com.eniac.example-1.1.3', '1.1.3'],
  ['@scope/name@1.2.3', '1.2.3'],
  ['release/1.4', '1.4.0'],
  ['1.2.3+build.5', '1.2.3'],
  [' 1.2.3 ', '1.2.3'],
  ['2024.1.5', '2024.1.5'],
])('%s is version %s', (text, version) => {
  expect(parseVersion(text)).toEqual({ version })
})

it.each([
  ['2.01.0', '2.1.0'],
  ['v1.02', '1.2.0'],
  ['01.2.3', '1.2.3'],
  ['1.2.03', '1.2.3'],
  ['00.00.00', '0.0.0'],
  ['01', '1.0.0'],
  ['2026.01.15', '2026.1.15'],
  ['v2024.01', '2024.1.0'],
  ['18.07.17', '18.7.17'],
  ['name-2024.01.05', '2024.1.5'],
  ['1.02.3-beta', '1.2.3-beta'],
  ['2.0.0-beta.01', '2.0.0-beta.1'],
  ['1.0.0-00', '1.0.0-0'],
  ['1.02.0+build.05', '1.2.0'],
  [' V01.002.00003 ', '1.2.3'],
])('zeros in front are left out of %s: %s', (text, version) => {
  expect(parseVersion(text)).toEqual({ version, leftOut: true })
})

it.each([
  ['0.0.0', '0.0.0'],
  ['10.20.30', '10.20.30'],
  ['1.2', '1.2.0'],
  ['1.0.0-0a', '1.0.0-0a'],
  ['1.0.0-0', '1.0.0-0'],
  ['1.0.0+007', '1.0.0'],
  ['2.0.0-x-01', '2.0.0-x-01'],
])('%s has none: %s', (text, version) => {
  expect(parseVersion(text)).toEqual({ version })
})

it.each([
  ['1.2.3-beta.1', '1.2.3-beta.1'],
  ['v2.0.0-rc.1', '2.0.0-rc.1'],
  ['v2.0.0-RC1', '2.0.0-RC1'],
  ['1.0-alpha', '1.0.0-alpha'],
  ['v1-beta', '1.0.0-beta'],
  ['name-v1.0.0-beta.1', '1.0.0-beta.1'],
  ['1.0.0-0.3.7', '1.0.0-0.3.7'],
  ['1.0.0-x-y-z.--', '1.0.0-x-y-z.--'],
  ['1.0.0-20240105123456-abc', '1.0.0-20240105123456-abc'],
  ['2.0.0-beta.1+build.5', '2.0.0-beta.1'],
  ['1.0-beta-1', '1.0.0-beta-1'],
  ['NAME-V1.0.0-RC.1', '1.0.0-RC.1'],
  [`1.0.0-${'a'.repeat(58)}`, `1.0.0-${'a'.repeat(58)}`],
])('%s is pre-release %s', (text, version) => {
  expect(parseVersion(text)).toEqual({ version })
})

it.each(['', 'latest', 'nightly', '123456.0.0', 'v', 'one', `1.${'0'.repeat(200)}`])(
  '“%s” is refused',
  (text) => {
    expect(parseVersion(text)).toEqual({ error: 'bad_version' })
  },
)

it.each([
  ['four numbers', ['1.2.3.4', 'v1.2.3.4', 'name-1.2.3.4', '1.2.3.4-beta.1']],
  ['a single number with a letter', ['r12', 'b7']],
  ['a date without points', ['20240105', '2024-01-05', '2024-1']],
  ['a number of six digits', ['000001.2.3', '1.000002.3']],
  ['a revision of a package', ['1.2-3', '1.2-3.4']],
  ['an empty identifier', ['1.0.0-', '1.0.0-beta..1', '1.0.0-.1', '1.0.0-beta.']],
  ['other characters', ['1.0.0-beta_1', '1.0.0-béta', '1.0.0 beta', '1.2.3beta']],
  ['more than 64 characters', [`1.0.0-${'a'.repeat(59)}`]],
  ['a number that is not exact', ['1.0.0-9999999999999999', `1.0.${Number.MAX_SAFE_INTEGER}`]],
])('%s is refused', (_, texts) => {
  for (const text of texts) expect(parseVersion(text), text).toEqual({ error: 'bad_version' })
})

it.each([
  ['ENIAC-Tech/Plugin-Example', 'v1.1.2', '1.1.2'],
  ['elgatosf/streamdeck', '@elgato/streamdeck@2.0.4', '2.0.4'],
  ['elgatosf/streamdeck', 'v0.4.0-beta.3', '0.4.0-beta.3'],
  ['BarRaider/streamdeck-tools', 'v2.8', '2.8.0'],
  ['bitfocus/companion-module-base', 'companion-module-base-v2.0.0-alpha.0', '2.0.0-alpha.0'],
  ['obsproject/obs-websocket', '0.3-alpha', '0.3.0-alpha'],
  ['PapirusDevelopmentTeam/papirus-icon-theme', '2017.01.10-r700', '2017.1.10-r700'],
  ['PapirusDevelopmentTeam/papirus-icon-theme', '20170118', null],
  ['numixproject/numix-icon-theme', '18.07.17', '18.7.17'],
])('%s has the tag %s: %s', (_, tag, version) => {
  expect(toVersion(tag)).toBe(version)
})

it('reads at most 100 characters, without spaces around them', () => {
  const text = `1.2.3+${'a'.repeat(94)}`
  expect(parseVersion(` ${text} `)).toEqual({ version: '1.2.3' })
  expect(parseVersion(`${text}a`)).toEqual({ error: 'bad_version' })
})

it.each([
  ['2026.01.15', '2026.1.15'],
  ['v1.02', '1.2.0'],
  ['1.0.0-rc.03', '1.0.0-rc.3'],
  ['1.2.0', null],
  ['1.2', null],
  ['latest', null],
])('readers are warned that %s lost zeros: %s', (text, version) => {
  expect(withoutZeros(text)).toBe(version)
})

it('a missing text has no version', () => {
  expect(toVersion(null)).toBeNull()
})

it('reads only what semver allows, and every such version as it stands; else zeros in front are left out', () => {
  const identifier = stringMatching(/^[0-9A-Za-z-]{1,8}$/)
  const number = nat(99_999)
  const text = tuple(number, number, number, array(identifier, { maxLength: 4 })).map(
    ([a, b, c, rest]) => `${a}.${b}.${c}${rest.length > 0 ? `-${rest.join('.')}` : ''}`,
  )
  assert(
    property(text, (version) => {
      const plain = version.replaceAll(/(?<=^|[.]|^[^-]*-)0+(?=\d+(?:[.]|$))/g, '')
      const read = plain === version ? { version } : { version: plain, leftOut: true }
      const expected = valid(plain) === null ? { error: 'bad_version' } : read
      expect(parseVersion(version)).toEqual(expected)
    }),
  )
})
