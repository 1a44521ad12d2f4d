import { expect, it } from 'vitest'
import { findPackages } from '#backend/services/plugin/releases.ts'

it.each([
  [['com.eniac.example.flexplugin'], 'com.eniac.example.flexplugin', null],
  [['a.win32.flexplugin', 'a.darwin.flexplugin'], 'a.win32.flexplugin', ['windows', 'macos']],
  [
    ['a.darwin.arm64.flexplugin', 'a.darwin.x64.flexplugin', 'a.linux.x64.flexplugin'],
    'a.darwin.arm64.flexplugin',
    ['macos', 'linux'],
  ],
  [['a.win32.flexplugin', 'a.flexplugin', 'SHA256SUMS'], 'a.flexplugin', null],
  [['notes.txt', 'a.win32.x64.flexplugin'], 'a.win32.x64.flexplugin', ['windows']],
] as const)('the packages of %j: %s, for %j', (names, file, systems) => {
  expect(findPackages([...names])).toEqual({ file, systems })
})

it.each([[[]], [['Source code.zip', 'SHA256SUMS', 'a.flexplugin.sig']], [['../../a.flexplugin']]])(
  'there is none in %j',
  (names) => {
    expect(findPackages(names)).toBeNull()
  },
)
