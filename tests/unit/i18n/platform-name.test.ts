import { expect, it } from 'vitest'
import { platformName } from '#lib/i18n/platform-name.ts'

it.each([
  ['universal', 'all'],
  ['win32', 'windows'],
  ['win32-x64', 'windows x64'],
  ['darwin-arm64', 'macos arm64'],
] as const)('the name of %s is %s', (platform, name) => {
  expect(platformName(platform, (system) => system)).toBe(name)
})
