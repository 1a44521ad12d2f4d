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
  const icon = {
    href: '/home/iconpack/detail/abcdefghijkl#icon-sun',
    name: 'sun',
    pack: 'Barometer',
    src: '/api/v1/file/x/sun',
    tone: 'mono',
  }
  const answer = (items: unknown[], icons: unknown[] = []) => ({
    code: 200,
    message: '',
    data: { items, icons, status: '1' },
  })

  test('are the items of the answer', async () => {
    const read = await readSuggestions(Response.json(answer([item], [icon])))
    expect(read).toMatchObject({ items: [item], icons: [icon] })
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
