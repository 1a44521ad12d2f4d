import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { readJson, readText, storedKeys, writeText } from '#lib/browser/storage.ts'
import { forbidStorage, stubStorage } from '#tests/support/browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

const numbers = z.array(z.number())
const parse = (value: unknown) => z.safeParse(numbers, value).data

describe('local storage', () => {
  it('stores, reads and removes a text', () => {
    const entries = stubStorage()
    expect(writeText('a', '1')).toBe(true)
    expect(readText('a')).toBe('1')
    expect(writeText('a', null)).toBe(true)
    expect(entries.has('a')).toBe(false)
  })

  it('lists the keys with a prefix', () => {
    stubStorage({ 'draft:a': '1', 'draft:b': '2', theme: 'light' })
    expect(storedKeys('draft:')).toEqual(['draft:a', 'draft:b'])
  })

  it.each([
    ['[1,2]', [1, 2]],
    ['["1"]', null],
    ['[1', null],
    ['', null],
    ['null', null],
  ])('parses the JSON %j as %j', (text, expected) => {
    stubStorage({ a: text })
    expect(readJson('a', parse)).toEqual(expected)
  })

  it('never throws if it is forbidden', () => {
    forbidStorage()
    expect(readText('a')).toBeNull()
    expect(writeText('a', '1')).toBe(false)
    expect(readJson('a', parse)).toBeNull()
  })
})
