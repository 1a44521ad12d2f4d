import { describe, expect, test } from 'vitest'
import { fitOfBadge, formatEarlier, pageFor, parseSetup } from '#components/setup/setup.ts'
import { fitOf } from '#lib/contract/version/fits.ts'

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

  const needs = { operating_systems: ['macos', 'linux'], minimum_version: '2.10.0' }
  test.each([
    [{ os: 'macos', version: '2.10.0' }, 'fits'],
    [{ os: 'linux', version: '10.0.0' }, 'fits'],
    [{ os: '', version: '2.10.1' }, 'fits'],
    [{ os: 'macos', version: '' }, 'fits'],
    [{ os: 'windows', version: '9.0.0' }, 'os'],
    [{ os: 'macos', version: '2.9.9' }, 'version'],
  ] as const)('%j against macOS or Linux from 2.10.0 on: %s', (setup, fit) => {
    expect(fitOf(needs, setup)).toBe(fit)
  })

  test('fits what runs everywhere', () => {
    const all = { operating_systems: ['all'], minimum_version: '1.0.0' }
    expect(fitOf(all, { os: 'other', version: '' })).toBe('fits')
  })
})

describe('an earlier version', () => {
  const LONG = `1.0.0-${'a'.repeat(58)}`
  const earlier = formatEarlier([
    { version: '1.9.0', operating_systems: ['macos', 'linux'], minimum_version: '2.0.0' },
    { version: '1.8.0', operating_systems: ['macos'], minimum_version: '1.10.0' },
    { version: LONG, operating_systems: ['all'], minimum_version: '1.2.0' },
  ])
  test.each([
    [{ os: 'macos', version: '' }, '1.9.0'],
    [{ os: 'linux', version: '2.0.0' }, '1.9.0'],
    [{ os: 'macos', version: '1.10.3' }, '1.8.0'],
    [{ os: 'linux', version: '1.10.3' }, LONG],
    [{ os: 'windows', version: '' }, LONG],
    [{ os: '', version: '1.9.0' }, LONG],
    [{ os: 'macos', version: '1.1.0' }, undefined],
  ])('for %j is %s', (setup, version) => {
    const shown = fitOfBadge(setup, { systems: 'other', since: '9.0.0', earlier })
    expect(shown.earlier).toBe(version)
    expect(fitOfBadge(setup, { systems: 'all', since: '1.0.0', earlier })).toEqual({ fit: 'fits' })
  })

  test.each([
    ['/p/detail/a', '1.9.0', '/p/detail/a?version=1.9.0'],
    ['/p/detail/a', undefined, '/p/detail/a'],
    ['/p/detail/a?version=1.8.0', '1.9.0', '/p/detail/a?version=1.8.0'],
  ])('is where a card leads: %s and %s to %s', (page, version, expected) => {
    expect(pageFor(page, version)).toBe(expected)
  })

  test('is none where a project has none', () => {
    expect(formatEarlier([])).toBe('')
    expect(formatEarlier(undefined)).toBe('')
    const badge = { systems: 'linux', since: '1.0.0' }
    expect(fitOfBadge({ os: 'macos', version: '' }, badge)).toEqual({ fit: 'os' })
  })
})
