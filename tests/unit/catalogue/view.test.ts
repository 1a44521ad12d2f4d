import { describe, expect, test } from 'vitest'
import { longerView, parseView, viewQuery, viewSegment } from '#lib/catalogue/view.ts'

const segment = (query: string) => viewSegment(new URLSearchParams(query))
const encoded = (text: string) => Buffer.from(text).toString('base64url')

describe('a view', () => {
  test.each([
    '?sort=name',
    '?sort=-name&os=macos&category=weather&author=J%C3%BCrgen+%26+S%C3%B6hne&minimum_version=1.2.3',
    '?sort=recent&after=abc_-9',
    '?sort=name&limit=48',
    '?author=%E2%80%AE%D8%B9%D9%85%D8%B1',
  ])('comes back from its segment as %s', (query) => {
    const view = parseView(segment(query) ?? '')
    expect(view).not.toBeNull()
    expect(viewQuery(view ?? {})).toBe(query)
  })

  test('is null for a query without list parameters', () => {
    expect(segment('?utm_source=x&sort=&os=')).toBeNull()
    expect(viewQuery({})).toBe('')
  })

  test('has a fixed order and one value per parameter', () => {
    expect(segment('?os=linux&x=1&sort=name&sort=recent')).toBe(segment('?sort=name&os=linux'))
  })

  test.each([
    ['an unknown sort', 'sort=best'],
    ['an unknown operating system', 'os=amiga'],
    ['every operating system at once', 'os=all'],
    ['an unknown category', 'category=cats'],
    ['a version that is none', 'minimum_version=1.2'],
    ['a cursor that is none', 'after=%3Cscript%3E'],
    ['an endless cursor', `after=${'a'.repeat(1001)}`],
    ['a limit between the steps', 'limit=30'],
    ['a limit above the highest', 'limit=120'],
    ['an endless author', `author=${'a'.repeat(101)}`],
    ['another order', 'os=linux&sort=name'],
    ['an unknown parameter', 'sort=name&x=1'],
    ['a parameter twice', 'sort=name&sort=name'],
    ['an empty parameter', 'sort='],
    ['nothing', ''],
  ])('is rejected with %s', (_, query) => {
    expect(parseView(encoded(query))).toBeNull()
  })

  test.each(['', '%', 'a b', 'plain', '____', '\0', `${encoded('sort=name')}=`])(
    'is refused as the segment %j',
    (text) => {
      expect(parseView(text)).toBeNull()
    },
  )

  test('grows by whole steps up to the limit of an answer', () => {
    expect(longerView({ sort: 'name' })).toEqual({ sort: 'name', limit: 48 })
    expect(longerView({ limit: 72 })).toEqual({ limit: 96 })
    expect(longerView({ limit: 96 })).toBeNull()
  })
})
