import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { type Site, startSite } from './stub-site.ts'

let site: Site
let calls = 0
afterEach(() => site.stop())

const PAGE = `<!doctype html>${'<p>a page</p>'.repeat(300)}`

type PageOptions = { headers?: Record<string, string>; status?: number; body?: () => string }

/** A site whose every response is a cacheable page, unless the options say otherwise. */
async function pages({ headers = {}, status = 200, body = () => PAGE }: PageOptions = {}) {
  calls = 0
  site = await startSite((_req, res) => {
    calls += 1
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 's-maxage=300, stale-while-revalidate=31535700',
      vary: 'rsc',
      ...headers,
    })
    res.write(body().slice(0, 10))
    res.end(body().slice(10))
  })
}

it('renders a page once and repeats its bytes and headers', async () => {
  await pages()
  const first = await site.ask('/home?sort=name')
  const second = await site.ask('/home?sort=name')
  expect(calls).toBe(1)
  expect(second.text).toBe(PAGE)
  expect(first.text).toBe(PAGE)
  const { date: _date, 'x-request-id': one, ...rest } = first.headers
  const { date: _later, 'x-request-id': two, ...same } = second.headers
  expect(same).toEqual(rest)
  expect(two).not.toBe(one)
  expect(rest).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate, s-maxage=300',
    vary: 'rsc, accept-encoding',
    'content-length': String(PAGE.length),
  })
})

it('renders again after five seconds, after a clear, and for another address', async () => {
  await pages()
  await site.ask('/home')
  site.clock.now += 4_999
  await site.ask('/home')
  expect(calls).toBe(1)
  site.clock.now += 2
  await site.ask('/home')
  expect(calls).toBe(2)
  site.cache.clear()
  await site.ask('/home')
  expect(calls).toBe(3)
  await site.ask('/home?after=x')
  expect(calls).toBe(4)
})

it('does not store a page whose render began before a clear', async () => {
  await pages({
    body: () => {
      if (calls === 1) site.cache.clear()
      return PAGE
    },
  })
  await site.ask('/home')
  await site.ask('/home')
  expect(calls).toBe(2)
  await site.ask('/home')
  expect(calls).toBe(2)
})

it.each([
  ['br', (body: Buffer) => brotliDecompressSync(body)],
  ['gzip', (body: Buffer) => gunzipSync(body)],
])('sends %s to clients that accept it, both on a miss and on a hit', async (encoding, decode) => {
  await pages()
  for (let round = 0; round < 2; round += 1) {
    const answer = await site.ask('/home', {
      headers: { 'accept-encoding': `${encoding}, *;q=0.1` },
    })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(decode(answer.body).toString()).toBe(PAGE)
    expect(answer.body.length).toBeLessThan(PAGE.length / 5)
  }
  const plain = await site.ask('/home', { headers: { 'accept-encoding': `${encoding};q=0` } })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.text).toBe(PAGE)
})

it('answers 304 to a matching ETag, on a miss and on a hit, and the page after a change', async () => {
  let text = PAGE
  await pages({ body: () => text })
  const etag = String((await site.ask('/home')).headers.etag)
  expect(etag).toMatch(/^W\/".+"$/)
  for (const wait of [0, 6_000]) {
    site.clock.now += wait
    const answer = await site.ask('/home', { headers: { 'if-none-match': `"other", ${etag}` } })
    expect(answer).toMatchObject({ status: 304, text: '' })
    expect(answer.headers.etag).toBe(etag)
  }
  text = `${PAGE}!`
  site.clock.now += 6_000
  expect((await site.ask('/home', { headers: { 'if-none-match': etag } })).text).toBe(text)
})

it('answers HEAD from a cached page, without a body', async () => {
  await pages()
  await site.ask('/home')
  const answer = await site.ask('/home', { method: 'HEAD' })
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(answer.headers['content-length']).toBe(String(PAGE.length))
  expect(calls).toBe(1)
})

it.each<[string, PageOptions]>([
  ['that sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['that is private', { headers: { 'cache-control': 'private, s-maxage=10' } }],
  ['with no-store', { headers: { 'cache-control': 'no-store' } }],
  ['without Cache-Control', { headers: { 'cache-control': '' } }],
  ['that is an error', { status: 404 }],
  ['that is a redirect', { status: 307, headers: { location: '/home' } }],
  ['that is not a document', { headers: { 'content-type': 'text/x-component' } }],
])('does not store a response %s', async (_case, options) => {
  await pages(options)
  await site.ask('/home')
  await site.ask('/home')
  expect(calls).toBe(2)
})

it.each<Record<string, string>>([
  { rsc: '1' },
  { 'next-router-prefetch': '1' },
  { range: 'bytes=0-1' },
  { authorization: 'x' },
])('bypasses the cache for a request with %j', async (headers) => {
  await pages()
  await site.ask('/home', { headers })
  await site.ask('/home')
  await site.ask('/home', { headers })
  expect(calls).toBe(3)
})

it('keeps hashed files indefinitely', async () => {
  await pages({ headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
  await site.ask('/_next/static/chunks/a.js')
  site.clock.now += 3_600_000
  const answer = await site.ask('/_next/static/chunks/a.js')
  expect(calls).toBe(1)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('compresses text that is not cached, but no ranges and no downloads', async () => {
  site = await startSite((req, res) => {
    if (req.url === '/api/part') {
      res.statusCode = 206
      res.setHeader('content-range', 'bytes 0-1/9')
    }
    if (req.url === '/api/file') res.setHeader('content-disposition', 'attachment; filename="a"')
    res.setHeader('content-type', 'application/json')
    res.end(PAGE)
  })
  const headers = { 'accept-encoding': 'gzip' }
  expect(gunzipSync((await site.ask('/api/list', { headers })).body).toString()).toBe(PAGE)
  for (const path of ['/api/part', '/api/file']) {
    expect((await site.ask(path, { headers })).text).toBe(PAGE)
  }
})

it.each(['/feeds/en/all.xml', '/sitemaps/pages.xml', '/sitemap.xml', '/icon.svg'])(
  'leaves the conditions of a request for %s to what answers it',
  async (path) => {
    const seen: unknown[] = []
    site = await startSite((req, res) => {
      seen.push(req.headers['if-none-match'], req.headers['if-modified-since'])
      res.writeHead(304, { etag: 'W/"a"', 'cache-control': 'public, max-age=0, s-maxage=300' })
      res.end()
    })
    const since = 'Sun, 01 Mar 2026 10:00:00 GMT'
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': 'W/"a"', 'if-modified-since': since }
      const answer = await site.ask(path, { method, headers })
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag: 'W/"a"' } })
    }
    expect(seen).toEqual(['W/"a"', since, 'W/"a"', since])
  },
)
