import { describe, expect, test } from 'vitest'
import { parseSearch, searchPath } from '#lib/search/view.ts'

const parse = (query: string) => parseSearch(Object.fromEntries(new URLSearchParams(query)))

describe('the address of a search', () => {
  test.each([
    '',
    '?q=weather',
    '?q=100%25+%26+more&kind=icon&sort=-name&os=macos&category=weather&minimum_version=1.2.3',
    '?q=%E5%B1%B1%E6%B0%B4&kind=icon&view=icons&after=abc_-9',
    '?q=x&category=weather',
    '?q=x&author=J%C3%BCrgen+%26+S%C3%B6hne',
  ])('comes back from what it asks for as %s', (query) => {
    const view = parse(query)
    if (!view || 'tooLong' in view) throw new Error('not a search')
    expect(searchPath(view)).toBe(`/home/search${query}`)
  })

  test('ignores unknown and empty parameters, and takes the first of repeated ones', () => {
    expect(parseSearch({ q: ['a', 'b'], sort: '', os: undefined, utm_source: 'x' })).toEqual({
      q: 'a',
    })
  })

  test('reports a term that is too long, with the term', () => {
    expect(parse(`?q=${'x'.repeat(200)}`)).toEqual({ q: 'x'.repeat(200) })
    expect(parse(`?q=${'x'.repeat(201)}`)).toEqual({ tooLong: 'x'.repeat(201) })
    expect(parse(`?q=${' '.repeat(300)}x`)).toEqual({ q: 'x' })
  })

  test.each([
    ['an unknown kind', 'kind=font'],
    ['an unknown sort', 'sort=best'],
    ['an unknown system', 'os=beos'],
    ['an unknown category', 'category=fonts'],
    ['a category of another kind', 'kind=plugin&category=weather'],
    ['icons of another kind', 'kind=plugin&view=icons'],
    ['an unknown view', 'kind=icon&view=list'],
    ['no version', 'minimum_version=2'],
    ['no cursor', 'after=!!'],
  ])('is invalid with %s', (_, query) => {
    expect(parse(`?q=x&${query}`)).toBeNull()
  })
})
