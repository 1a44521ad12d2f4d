import { describe, expect, it } from 'vitest'
import { compareVersions, isHigher, versionParts } from '#lib/contract/version.ts'

describe('version comparison', () => {
  it('compares part by part as numbers', () => {
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

  it.each([
    ['1.10.0', '1.9.0', true],
    ['1.9.0', '1.10.0', false],
    ['1.0.0', '1.0.0', false],
    ['2.0.0', '1.99999.99999', true],
  ])('%s higher than %s: %s', (version, other, expected) => {
    expect(isHigher(version, other)).toBe(expected)
  })

  it('splits a version into numbers', () => {
    expect(versionParts('1.10.0')).toEqual([1, 10, 0])
  })
})
