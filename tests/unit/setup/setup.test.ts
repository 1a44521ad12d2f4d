import { describe, expect, test } from 'vitest'
import { fitOf, parseSetup } from '#components/setup/setup.ts'

describe('a setup', () => {
  test.each([
    ['macos', '2.1.0', { os: 'macos', version: '2.1.0' }],
    ['linux', '', { os: 'linux', version: '' }],
    ['', '2.1.0', { os: '', version: '2.1.0' }],
    ['beos', '2.1', null],
    [null, undefined, null],
    ['all', '1.2.3.4', null],
  ])('of %j and %j is %j', (os, version, expected) => {
    expect(parseSetup(os, version)).toEqual(expected)
  })

  const needs = { systems: ['macos', 'linux'], since: '2.10.0' }
  test.each([
    [{ os: 'macos', version: '2.10.0' }, 'fits'],
    [{ os: 'linux', version: '10.0.0' }, 'fits'],
    [{ os: '', version: '2.10.1' }, 'fits'],
    [{ os: 'macos', version: '' }, 'fits'],
    [{ os: 'windows', version: '9.0.0' }, 'os'],
    [{ os: 'macos', version: '2.9.9' }, 'version'],
  ] as const)('%j against macOS or Linux from 2.10.0 on: %s', (setup, fit) => {
    expect(fitOf(setup, needs)).toBe(fit)
  })

  test('fits what runs everywhere', () => {
    expect(fitOf({ os: 'other', version: '' }, { systems: ['all'], since: '1.0.0' })).toBe('fits')
  })
})
