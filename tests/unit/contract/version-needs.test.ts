import { expect, it } from 'vitest'
import { OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import { operatingSystemsSchema } from '#lib/contract/version/version-needs.ts'

it.each([
  ['one system', ['windows'], true],
  ['each of the five', OPERATING_SYSTEMS, true],
  ['no system', [], false],
  ['more than five', [...OPERATING_SYSTEMS, 'windows'], false],
  ['an unknown system', ['amiga'], false],
])('a version needs %s: %s', (_, systems, expected) => {
  expect(operatingSystemsSchema.safeParse(systems).success).toBe(expected)
})
