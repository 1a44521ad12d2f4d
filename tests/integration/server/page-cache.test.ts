import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { expireTags } from '#lib/cache/state.ts'
import { HOME, LIST, PAGE, type PageOptions, startPages } from './stub-pages.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
let seen: IncomingMessage[] = []
afterEach(() => site.stop())

async function pages(...args: Parameters<typeof startPages>) {
  ;({ site, seen } = await startPages(...args))
}
const statusOf = async (path: string) => (await site.ask(path)).headers['cache-status']

it('renders a page once and repeats its bytes and headers', async () => {
  await pages()
  const first = await site.ask(HOME)
  const second = await site.ask(HOME)
  expect(seen).toHaveLength(1)
  expect(second.text).toBe(PAGE)
  expect(first.text).toBe(PAGE)
  const { date: _date, 'x-request-id': one, 'cache-status': from, ...rest } = first.headers
  const { date: _later, 'x-request-id': two, 'cache-status': then, ...same } = second.headers
  expect(same).toEqual(rest)
  expect(two).not.toBe(one)
  expect([from, then]).toEqual(['keystrip; fwd=uri-miss; ttl=300', 'keystrip; hit; ttl=300'])
  expect(rest).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate, s-maxage=300',
    vary: 'rsc, accept-encoding',
    'content-length': String(PAGE.length),
    'content-security-policy': expect.any(String),
  })
})

it.each([
  ['br', (body: Buffer) => brotliDecompressSync(body)],
  ['gzip', (body: Buffer) => gunzipSync(body)],
])('sends %s to clients that accept it, both on a miss and on a hit', async (encoding, decode) => {
  await pages()
  for (let round = 0; round < 2; round += 1) {
    const answer = await site.ask(HOME, { headers: { 'accept-encoding': `${encoding}, *;q=0.1` } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(decode(answer.body).toString()).toBe(PAGE)
    expect(answer.body.length).toBeLessThan(PAGE.length / 5)
  }
  const plain = await site.ask(HOME, { headers: { 'accept-encoding': `${encoding};q=0` } })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.text).toBe(PAGE)
  const other = encoding === 'br' ? 'gzip' : 'br'
  const last = await site.ask(HOME, { headers: { 'accept-encoding': other } })
  expect(last.headers['content-encoding']).toBe(other)
})

it('keeps a page in the encodings that were asked for only', async () => {
  const long = PAGE.repeat(10)
  await pages({ body: () => long })
  await site.ask(HOME, { headers: { 'accept-encoding': 'br' } })
  expect(site.cache.bytes()).toBeLessThan(long.length / 5)
})

it('answers 304 to a matching ETag, on a miss and on a hit, and the page after a change', async () => {
  let text = PAGE
  await pages({ body: () => text })
  const etag = String((await site.ask(HOME)).headers.etag)
  expect(etag).toMatch(/^W\/".+"$/)
  for (const isPurged of [false, true]) {
    if (isPurged) expireTags(['a tag'])
    const answer = await site.ask(HOME, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect(answer).toMatchObject({ status: 304, text: '' })
    expect(answer.headers.etag).toBe(etag)
    expect(answer.headers['content-type']).toBeUndefined()
  }
  text = `${PAGE}!`
  expireTags(['a tag'])
  expect((await site.ask(HOME, { headers: { 'if-none-match': etag } })).text).toBe(text)
})

it('answers HEAD from a cached page, without a body', async () => {
  await pages()
  await site.ask(HOME)
  const answer = await site.ask(HOME, { method: 'HEAD' })
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(answer.headers['content-length']).toBe(String(PAGE.length))
  expect(seen).toHaveLength(1)
})

it('answers pipelined requests in order and closes the connection where the client asks', async () => {
  await pages({ body: () => 'a short page' })
  await site.ask(HOME)
  const head = `GET ${HOME} HTTP/1.1\r\nhost: x\r\n`
  const text = await site.raw(`${head}\r\n${head}connection: close\r\n\r\n`)
  expect(text.split('a short page')).toHaveLength(3)
  expect(text.match(/^connection: .*/gim)).toEqual([
    expect.stringMatching(/keep-alive/i),
    expect.stringMatching(/close/i),
  ])
})

it.each<[string, PageOptions]>([
  ['that sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['that is not a document', { headers: { 'content-type': 'text/x-component' } }],
])('passes on the visitor’s own request for a page %s', async (_case, options) => {
  await pages(options)
  const cookie = 'session=mine'
  const { headers } = await site.ask(HOME, { headers: { cookie } })
  expect(headers['cache-status']).toBe('keystrip; fwd=bypass')
  await site.ask(HOME)
  expect(seen.map(({ headers }) => headers.cookie)).toEqual([
    undefined,
    cookie,
    undefined,
    undefined,
  ])
})

it('keeps a page that the framework renders for each request: it was rendered for no visitor', async () => {
  await pages({ headers: { 'cache-control': 'private, no-cache, no-store, max-age=0' } })
  await site.ask(HOME, { headers: { cookie: 'session=mine' } })
  const { headers } = await site.ask(HOME)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate, s-maxage=300',
    'cache-status': 'keystrip; hit; ttl=300',
  })
  expect(seen.map(({ headers: { cookie } }) => cookie)).toEqual([undefined])
})

it('keeps the answer that there is no page until a write', async () => {
  await pages({ status: 404, tags: ['project:x'] })
  const path = `${LIST}/detail/x`
  for (let round = 0; round < 2; round += 1) {
    expect(await site.ask(path)).toMatchObject({
      status: 404,
      text: '<p lang="en">page of 404</p>',
    })
  }
  expect(seen).toHaveLength(1)
  expireTags(['project:x'])
  await site.ask(path)
  expect(seen).toHaveLength(2)
})

it('keeps a redirect within the site, and passes on one to another site', async () => {
  await pages({ status: 308, headers: { location: '/home/author/Ada' } })
  for (let round = 0; round < 2; round += 1) {
    const { status, headers } = await site.ask('/home/author/ada')
    expect([status, headers.location]).toEqual([308, '/home/author/Ada'])
  }
  expect(seen).toHaveLength(1)
  await site.stop()
  await pages({ status: 307, headers: { location: '//elsewhere.example/' } })
  await site.ask(HOME)
  expect(await statusOf(HOME)).toBe('keystrip; fwd=bypass')
})

it('names its tags for a cache in front where that is configured', async () => {
  await pages({ tags: ['list:icon', 'author:x'] }, { sendsTags: true })
  const { headers } = await site.ask(HOME)
  expect(headers).toMatchObject({
    'surrogate-key': 'catalogue list:icon author:x',
    'cache-tag': 'catalogue,list:icon,author:x',
  })
  await site.stop()
  await pages()
  expect((await site.ask(HOME)).headers['surrogate-key']).toBeUndefined()
})

it('renders a page again that was stored before the clock was set back', async () => {
  await pages()
  await site.ask(HOME)
  site.clock.now -= 2 * 3_600_000
  expect(await statusOf(HOME)).toContain('keystrip; hit')
  await expect.poll(() => seen.length).toBe(2)
  await expect.poll(() => statusOf(HOME)).toBe('keystrip; hit; ttl=300')
  expect(seen).toHaveLength(2)
})

it('keeps hashed files indefinitely', async () => {
  await pages({ headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
  await site.ask('/_next/static/chunks/a.js')
  site.clock.now += 3_600_000
  const answer = await site.ask('/_next/static/chunks/a.js?another=address')
  expect(seen).toHaveLength(1)
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
    const conditions: unknown[] = []
    site = await startSite((req, res) => {
      conditions.push(req.headers['if-none-match'], req.headers['if-modified-since'])
      res.writeHead(304, { etag: 'W/"a"', 'cache-control': 'public, max-age=0, s-maxage=300' })
      res.end()
    })
    const since = 'Sun, 01 Mar 2026 10:00:00 GMT'
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': 'W/"a"', 'if-modified-since': since }
      const answer = await site.ask(path, { method, headers })
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag: 'W/"a"' } })
    }
    expect(conditions).toEqual(['W/"a"', since, 'W/"a"', since])
  },
)
