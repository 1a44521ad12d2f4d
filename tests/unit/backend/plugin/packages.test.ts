import { expect, it } from 'vitest'
import { findPackages } from '#backend/services/plugin/releases.ts'

it.each([
  [['com.eniac.example.flexplugin'], 'com.eniac.example.flexplugin', null, []],
  [['a.win32.flexplugin', 'a.darwin.flexplugin'], null, ['windows', 'macos'], []],
  [
    ['a.darwin.arm64.flexplugin', 'a.darwin.x64.flexplugin', 'a.linux.x64.flexplugin'],
    null,
    ['macos', 'linux'],
    [],
  ],
  [['a.win32.flexplugin', 'a-universal.flexplugin'], 'a-universal.flexplugin', null, []],
  [['notes.txt', 'a.win32.x64.flexplugin'], 'a.win32.x64.flexplugin', ['windows'], []],
  // Undecided ones leave the systems to the manifest.
  [['a.win32.flexplugin', 'a.flexplugin', 'SHA256SUMS'], null, null, ['a.flexplugin']],
  [['Foo-Setup.flexplugin', 'FooMac.flexplugin'], null, null, ['Foo-Setup.flexplugin']],
] as const)('the packages of %j: %s, for %j, undecided %j', (names, file, systems, undecided) => {
  expect(findPackages([...names], 'a')).toMatchObject({ file, systems, undecided })
})

it.each([
  [[]],
  [['Source code.zip', 'SHA256SUMS', 'a.flexplugin.sig']],
  [['../../a.flexplugin']],
  [['Foo.exe', 'Foo.dmg', 'Foo.AppImage', 'plugin.app.zip']],
])('there is none in %j', (names) => {
  expect(findPackages(names, 'a')).toBeNull()
})
