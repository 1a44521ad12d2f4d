import { describe, expect, it } from 'vitest'
import { searchSchema } from '#lib/contract/search.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()
await backend.add({ title: 'Weather', description: "It's 100% 'quoted' & piped | (so)" })

const search = (term: string, query = '') =>
  backend.get(`/index/search?q=${encodeURIComponent(term)}${query}`)

describe('a hostile term is an ordinary term', () => {
  it.each([
    "'",
    "''",
    `"'"'`,
    '\\',
    "\\'",
    "weather'; DROP TABLE projects; --",
    'weather & !weather',
    'a | b & (c',
    ':*',
    "'weather':*A",
    '<->',
    '%',
    '_',
    '%%%___',
    '$1',
    '${term}',
    '🎛️',
    '👩‍👩‍👧‍👦',
    '\u202eweather',
    '\u200b\u200d',
    '...!?,;',
    '-----',
    '\t\n',
    'x'.repeat(200),
    '漢'.repeat(200),
    'ﷺ'.repeat(200),
    '㍿'.repeat(200),
    Array.from({ length: 100 }, () => 'a').join(' '),
    Array.from({ length: 66 }, (_, at) => `w${at}`.slice(0, 2)).join(' '),
    'a\u0301'.repeat(100),
  ])('%j', async (term) => {
    const { status, data } = await search(term)
    expect(status).toBe(200)
    expect(searchSchema.safeParse(data).error).toBeUndefined()
    expect((await backend.get(`/index/icons?q=${encodeURIComponent(term)}`)).status).toBe(200)
  })

  it.each(['%ED%A0%80', '%FF%FE', '%C3', '%'])('invalid UTF-8: %s', async (bytes) => {
    const { status, data } = await backend.get(`/index/search?q=${bytes}`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ items: [], total: 0 })
  })

  it('matches words with bidi controls and invisible characters', async () => {
    for (const term of ['\u202eweather', 'wea\u200bther', 'wea\u00adther', '\ufeffweather']) {
      expect((await search(term)).data).toMatchObject({ total: 1 })
    }
  })
})

describe('invalid input is rejected with 400 in the envelope', () => {
  const cursor = (value: unknown) =>
    `&after=${Buffer.from(JSON.stringify(value)).toString('base64url')}`
  it.each([
    ['10 000 characters', 'x'.repeat(10_000), ''],
    ['500 words', Array.from({ length: 500 }, () => 'word').join(' '), ''],
    ['a NUL', 'wea\0ther', ''],
    ['an unknown kind', 'a', '&kind=iconpack'],
    ['an unknown sort', 'a', '&sort=best'],
    ['a category of another kind', 'a', '&kind=icon&category=audio'],
    ['an invalid limit', 'a', '&limit=0'],
    ['an invalid cursor', 'a', '&after=aGVsbG8'],
    ['a cursor of a list', 'a', cursor(['name', 'a', 'x'])],
    ['a cursor of another sort', 'a', cursor(['search', 'name', 0, 'a', 'x'])],
    ['a cursor with a value of another type', 'a', cursor(['search', 'relevance', 3, 'a', 'x'])],
    ['a cursor with a rank out of range', 'a', cursor(['search', 'relevance', 3, 1e300, 'x'])],
    ['a cursor with a negative tier', 'a', cursor(['search', 'relevance', -1, 1, 'x'])],
  ])('%s', async (_, term, query) => {
    expect(await search(term, query)).toMatchObject({ status: 400, code: 400, data: null })
  })

  it('a cursor after the last tier yields an empty page', async () => {
    const answer = await search('weather', cursor(['search', 'relevance', 99, 1, 'x']))
    expect(answer).toMatchObject({ status: 200, data: { items: [], total: 1, next: null } })
  })
})
