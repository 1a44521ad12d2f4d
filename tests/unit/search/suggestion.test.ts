import { describe, expect, test } from 'vitest'
import { parseRecent, readSuggestions, withRecent } from '#lib/search/suggestion.ts'

describe('recent searches', () => {
  test.each([
    [null, []],
    ['', []],
    ['nonsense', []],
    ['{"a":1}', []],
    ['[1,2]', []],
    ['[""]', []],
    [JSON.stringify(['x'.repeat(201)]), []],
    ['["moon","sun"]', ['moon', 'sun']],
    [JSON.stringify([...'abcdefghij']), [...'abcdefgh']],
  ])('in a stored %s are %j', (stored, expected) => {
    expect(parseRecent(stored)).toEqual(expected)
  })

  test('contain each term once, the latest first, at most eight', () => {
    expect(withRecent(['sun', 'moon'], 'Moon')).toEqual(['Moon', 'sun'])
    expect(withRecent([...'abcdefgh'], 'i')).toEqual([...'iabcdefg'])
  })
})

describe('suggestions', () => {
  const item = {
    href: '/home/iconpack/detail/abcdefghijkl',
    title: 'Barometer',
    lang: 'en',
    ranges: [[0, 9]],
    author: 'Ada',
    kind: 'icon',
    kindName: 'Icon pack',
    image: { src: '/api/v1/picture/x/320' },
  }
  const answer = (items: unknown[]) => ({ code: 200, message: '', data: { items, status: '1' } })

  test('are the items of the answer', async () => {
    expect((await readSuggestions(Response.json(answer([item])))).items).toEqual([item])
  })

  test.each([
    null,
    'text',
    { code: 503, message: '', data: null },
    answer([{ ...item, href: 'javascript:alert(1)' }]),
    answer([{ ...item, kind: 'font' }]),
    answer([{ ...item, ranges: [[0]] }]),
  ])('are rejected in %j', async (body) => {
    await expect(readSuggestions(Response.json(body))).rejects.toBeInstanceOf(Error)
  })
})
