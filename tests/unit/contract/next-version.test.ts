import { describe, expect, it } from 'vitest'
import { nextVersion, nextVersionSchema } from '#lib/contract/version/next-version.ts'

describe('the next version number', () => {
  it.each([
    ['1.2.3', false, '1.2.4'],
    ['1.2.3', true, '1.3.0'],
    ['2.0.0-beta.1', false, '2.0.0'],
    ['2.0.0-beta.1', true, '2.0.0'],
    ['2.0.1-beta.1', true, '2.1.0'],
    ['01.02.03', false, '1.2.4'],
    ['1.2.99999', false, '1.3.0'],
    ['1.99999.99999', false, '2.0.0'],
    ['1.99999.0', true, '2.0.0'],
    ['99999.99999.99999', false, null],
  ])('after %s (minor: %s) is %s', (after, isMinor, next) => {
    expect(nextVersion(after, { isMinor })).toBe(next)
  })
})

describe('the answer with the next version', () => {
  const answer = {
    version: '1.2.4',
    higher_than: '1.2.3',
    removed: { icons: 0, keys: 12 },
    added_rights: null,
  }

  it.each([
    ['counts what the new file lacks', {}, true],
    ['has no number where none is left', { version: null }, true],
    ['counts nothing below zero', { removed: { icons: -1, keys: 0 } }, false],
    ['counts whole icons and keys', { removed: { icons: 0, keys: 1.5 } }, false],
  ])('%s', (_, changed, expected) => {
    expect(nextVersionSchema.safeParse({ ...answer, ...changed }).success).toBe(expected)
  })
})
