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
  ['clock-darwin-arm64.flexplugin', '1.2.0', 'clock-1.2.0-darwin-arm64.flexplugin'],
])('%s of version %s is saved as %s', (name, version, saved) => {
  expect(versionedName(name, version)).toBe(saved)
  expect(platformOfName(saved)).toBe(platformOfName(name))
})

it.each([
  ['orchard-1.2.0.iconpack', '1.2.0'],
  ['orchard v1.2.iconpack', '1.2.0'],
  ['orchard-1.02.0.iconpack', '1.2.0'],
  ['orchard-2026.1.15.iconpack', '2026.01.15'],
  ['clock-1.2.0-win32-x64.flexplugin', '1.2.0'],
  ['orchard-2.0.0-beta.1.iconpack', '2.0.0-beta.1'],
  [`${'x'.repeat(246)}.iconpack`, '1.2.0'],
])('%s of version %s stays', (name, version) => {
  expect(versionedName(name, version)).toBe(name)
})

it('a file of no version keeps its name', () => {
  expect(versionedName('orchard.iconpack', undefined)).toBe('orchard.iconpack')
})
