import { assert, property, stringMatching, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHigherMinimum, versionParts } from '#lib/contract/version/minimum-version.ts'
import { compareVersions, isHigher, isPrerelease, stableOf } from '#lib/contract/version/version.ts'
import {
  minimumVersionSchema,
  newMinimumVersionSchema,
  newVersionSchema,
  versionSchema,
} from '#lib/contract/version/version-schema.ts'

describe('comparison of versions', () => {
  it('compares numbers as numbers', () => {
    const versions = ['1.10.0', '10.0.0', '1.9.9', '2.0.1', '1.9.10', '0.0.1', '2.0.0']
    expect(versions.toSorted(compareVersions)).toEqual([
      '0.0.1',
      '1.9.9',
      '1.9.10',
      '1.10.0',
      '2.0.0',
      '2.0.1',
      '10.0.0',
    ])
  })

  it('orders the pre-releases of a version as semver 2.0.0, section 11', () => {
    const ordered = [
      '0.9.9',
      '1.0.0-0',
      '1.0.0-9',
      '1.0.0-10',
      '1.0.0--1',
      '1.0.0-1a',
      '1.0.0-1b',
      '1.0.0-RC',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-alpha-x',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1-alpha',
    ]
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered)
  })

  it('orders versions without a pre-release as integer arrays were, zeros in front included', () => {
    const number = stringMatching(/^\d{1,5}$/)
    const version = tuple(number, number, number).map((parts) => parts.join('.'))
    assert(
      property(version, version, (a, b) => {
        expect(versionSchema.safeParse(a).success).toBe(true)
        expect(isHigher(a, b)).toBe(isHigherMinimum(a, b))
      }),
    )
  })

  it.each([
    ['1.10.0', '1.9.0', true],
    ['1.9.0', '1.10.0', false],
    ['1.0.0', '1.0.0', false],
    ['2.0.0', '1.99999.99999', true],
    ['2.0.0', '2.0.0-rc.1', true],
    ['2.0.0-rc.1', '2.0.0', false],
    ['2.0.0-rc.1', '1.9.9', true],
    ['01.0.0', '1.0.0', false],
  ])('%s higher than %s: %s', (version, other, expected) => {
    expect(isHigher(version, other)).toBe(expected)
  })
})

it('a pre-release has a version that it leads to', () => {
  expect(isPrerelease('2.0.0-beta-2.1')).toBe(true)
  expect(isPrerelease('2.0.0')).toBe(false)
  expect(stableOf('2.0.0-beta-2.1')).toBe('2.0.0')
  expect(stableOf('2.0.0')).toBe('2.0.0')
})

it.each(['1.2', 'v1.2.3', '1.2.3.4', '1.2.3+build', '1.2.3-', '1.2.3-01', '1.2.3-ä', ' 1.2.3', ''])(
  '“%s” is no version of the contract',
  (version) => {
    expect(versionSchema.safeParse(version).success).toBe(false)
    expect(newVersionSchema.safeParse(version).success).toBe(false)
  },
)

it('a version with zeros in front may be stored, and is not published', () => {
  for (const version of ['2024.01.05', '1.02.3', '00000.0.0', '01.0.0-beta.1']) {
    expect(versionSchema.safeParse(version).success, version).toBe(true)
    expect(newVersionSchema.safeParse(version).success, version).toBe(false)
  }
})

it('a version has at most 64 characters', () => {
  for (const schema of [versionSchema, newVersionSchema]) {
    expect(schema.safeParse(`1.2.0-${'a'.repeat(58)}`).success).toBe(true)
    expect(schema.safeParse(`1.2.0-${'a'.repeat(59)}`).success).toBe(false)
  }
})

it('a refused version gets an example of an accepted one', () => {
  const message = expect.stringMatching(/^three numbers such as 1\.2\.0, or .* 1\.2\.0-beta\.1$/)
  expect(newVersionSchema.safeParse('1.2').error?.issues).toMatchObject([{ message }])
})

it('a minimum version with zeros in front may be stored, and is not asked for', () => {
  expect(minimumVersionSchema.safeParse('01.0.0').success).toBe(true)
  expect(newMinimumVersionSchema.safeParse('01.0.0').success).toBe(false)
  expect(newMinimumVersionSchema.safeParse('1.0.0').success).toBe(true)
})

it('a refused minimum version gets an example of an accepted one', () => {
  const message = 'three numbers such as 1.2.0'
  for (const schema of [minimumVersionSchema, newMinimumVersionSchema]) {
    expect(schema.safeParse('1.2').error?.issues).toMatchObject([{ message }])
  }
})

it.each([
  ['1.10.0', '1.9.0', true],
  ['1.9.0', '1.10.0', false],
  ['1.10.1', '1.10.0', true],
  ['1.10.0', '1.10.1', false],
  ['2.0.0', '1.9.9', true],
  ['1.9.9', '2.0.0', false],
  ['1.10.0', '1.10.0', false],
  ['01.10.0', '1.10.0', false],
])('minimum version %s is higher than %s: %s', (version, other, expected) => {
  expect(isHigherMinimum(version, other)).toBe(expected)
})

it('a minimum version is no pre-release', () => {
  expect(minimumVersionSchema.safeParse('1.10.0').success).toBe(true)
  expect(minimumVersionSchema.safeParse('1.10.0-beta').success).toBe(false)
})

it('refuses a long hostile version in linear time', () => {
  const hostile = `1.2.3-${'1'.repeat(500_000)}.${'-'.repeat(500_000)}!`
  const start = performance.now()
  expect(versionSchema.safeParse(hostile).success).toBe(false)
  expect(performance.now() - start).toBeLessThan(1000)
})

it('splits a minimum version into numbers', () => {
  expect(versionParts('1.10.0')).toEqual([1, 10, 0])
})
