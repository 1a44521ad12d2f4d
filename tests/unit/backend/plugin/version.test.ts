import { expect, it } from 'vitest'
import { parseVersion } from '#backend/services/plugin/version.ts'

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
  ['01.02.03', '1.2.3'],
  [' 1.2.3 ', '1.2.3'],
])('%s is version %s', (text, version) => {
  expect(parseVersion(text)).toEqual({ version })
})

it.each(['1.0.0-beta.1', 'v2.0.0-rc.1', '1.0-alpha', 'name-v1.0.0-beta.1'])(
  '%s is refused as a pre-release',
  (text) => {
    expect(parseVersion(text)).toEqual({ error: 'prerelease' })
  },
)

it.each(['', 'latest', 'nightly', '1.2.3.4', '123456.0.0', 'v', 'one', `1.${'0'.repeat(200)}`])(
  '“%s” is refused as no version',
  (text) => {
    expect(parseVersion(text)).toEqual({ error: 'bad_version' })
  },
)
