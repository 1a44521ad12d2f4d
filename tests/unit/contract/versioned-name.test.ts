import { expect, it } from 'vitest'
import { platformOfName } from '#lib/contract/file/plugin-package.ts'
import { versionedName } from '#lib/contract/version/versioned-name.ts'

it.each([
  ['orchard.iconpack', '1.2.0', 'orchard-1.2.0.iconpack'],
  ['orchard.iconpack', '2.0.0-beta.1', 'orchard-2.0.0-beta.1.iconpack'],
  ['果樹園.zip', '1.2.0', '果樹園-1.2.0.zip'],
  ['orchard', '1.2.0', 'orchard-1.2.0'],
  ['orchard 11.2.0.iconpack', '1.2.0', 'orchard 11.2.0-1.2.0.iconpack'],
  ['clock.win32.flexplugin', '1.2.0', 'clock-1.2.0.win32.flexplugin'],
  ['Clock.Win32.FlexPlugin', '1.2.0', 'Clock-1.2.0.Win32.FlexPlugin'],
  ['clock-darwin-arm64.flexplugin', '1.2.0', 'clock-1.2.0-darwin-arm64.flexplugin'],
])('%s of version %s is saved as %s', (name, version, saved) => {
  expect(versionedName(name, version)).toBe(saved)
  expect(platformOfName(saved)).toBe(platformOfName(name))
})

it.each([
  ['orchard-1.2.0.iconpack', '1.2.0'],
  ['orchard v1.2.iconpack', '1.2.0'],
  ['orchard-1.02.0.iconpack', '1.2.0'],
  ['studio-6.4-orchard-1.2.0.iconpack', '1.2.0'],
  ['orchard-2026.1.15.iconpack', '2026.01.15'],
  ['clock-1.2.0-win32-x64.flexplugin', '1.2.0'],
  ['orchard-2.0.0-beta.1.iconpack', '2.0.0-beta.1'],
])('%s of version %s stays', (name, version) => {
  expect(versionedName(name, version)).toBe(name)
})

it('a file of no version keeps its name', () => {
  expect(versionedName('orchard.iconpack', undefined)).toBe('orchard.iconpack')
})

it('a name stays where it would have more than 255 bytes', () => {
  const longest = 'x'.repeat(240)
  expect(versionedName(`${longest}.iconpack`, '1.2.0')).toBe(`${longest}-1.2.0.iconpack`)
  expect(versionedName(`${longest}x.iconpack`, '1.2.0')).toBe(`${longest}x.iconpack`)
  const wide = '果'.repeat(81)
  expect(versionedName(`${wide}.iconpack`, '1.2.0')).toBe(`${wide}.iconpack`)
})
