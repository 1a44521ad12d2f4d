import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchSchema } from '#lib/contract/search.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
  await backend.add({ title: 'Weather', description: "It's 100% 'quoted' & piped | (so)" })
})
afterAll(() => backend.stop())

const ask = (term: string, rest = '') =>
  backend.get(`/index/search?q=${encodeURIComponent(term)}${rest}`)

describe('a term that was not meant well is a term like any other', () => {
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
  ])('%j is answered', async (term) => {
    const { status, data } = await ask(term)
    expect(status).toBe(200)
    expect(searchSchema.safeParse(data).error).toBeUndefined()
    expect((await backend.get(`/index/icons?q=${encodeURIComponent(term)}`)).status).toBe(200)
  })

  it('bytes that are no text are answered or refused', async () => {
    for (const bytes of ['%ED%A0%80', '%FF%FE', '%C3', '%']) {
      const { status } = await backend.get(`/index/search?q=${bytes}`)
      expect([200, 400]).toContain(status)
    }
  })

  it('right-to-left marks and invisible characters in a word do not hide it', async () => {
    for (const term of ['\u202eweather', 'wea\u200bther', 'wea\u00adther', '\ufeffweather']) {
      expect((await ask(term)).data).toMatchObject({ total: 1 })
    }
  })
})

describe('what no search takes is refused with 400 in the envelope', () => {
  const cursor = (value: unknown) =>
    `&after=${Buffer.from(JSON.stringify(value)).toString('base64url')}`
  it.each([
    ['10 000 characters', 'x'.repeat(10_000), ''],
    ['500 words', Array.from({ length: 500 }, () => 'word').join(' '), ''],
    ['a NUL', 'wea\0ther', ''],
    ['an unknown kind', 'a', '&kind=iconpack'],
    ['an unknown sort', 'a', '&sort=best'],
    ['a category of another kind', 'a', '&kind=icon&category=audio'],
    ['a limit that is none', 'a', '&limit=0'],
    ['a cursor that is none', 'a', '&after=aGVsbG8'],
    ['a cursor of a list', 'a', cursor(['name', 'a', 'x'])],
    ['a cursor of another sort', 'a', cursor(['search', 'name', 0, 'a', 'x'])],
    ['a cursor with another value', 'a', cursor(['search', 'relevance', 3, 'a', 'x'])],
    ['a cursor with an endless rank', 'a', cursor(['search', 'relevance', 3, 1e300, 'x'])],
    ['a cursor from nowhere', 'a', cursor(['search', 'relevance', -1, 1, 'x'])],
  ])('%s', async (_, term, rest) => {
    expect(await ask(term, rest)).toMatchObject({ status: 400, code: 400, data: null })
  })

  it('a cursor behind the last tier is the end', async () => {
    const answer = await ask('weather', cursor(['search', 'relevance', 99, 1, 'x']))
    expect(answer).toMatchObject({ status: 200, data: { items: [], total: 1, next: null } })
  })
})
