import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { type Site, startSite } from './stub-site.ts'

let site: Site
let calls = 0
afterEach(() => site.stop())

const PAGE = `<!doctype html>${'<p>a page</p>'.repeat(300)}`

type Given = { headers?: Record<string, string>; status?: number; body?: () => string }

/** A site whose every answer is a storable page, changed by what is given. */
async function pages({ headers = {}, status = 200, body = () => PAGE }: Given = {}) {
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

it('asks once for a page and answers the next ones with the same bytes and headers', async () => {
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

it('asks again after five seconds, when it was cleared, and for another address', async () => {
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

it('does not keep a page whose making began before it was cleared', async () => {
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
])('answers in %s to who accepts it, made and stored alike', async (encoding, decode) => {
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

it('answers 304 to who has the page, made and stored alike, and the page once it changed', async () => {
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

it('answers HEAD from a stored page, without a body', async () => {
  await pages()
  await site.ask('/home')
  const answer = await site.ask('/home', { method: 'HEAD' })
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(answer.headers['content-length']).toBe(String(PAGE.length))
  expect(calls).toBe(1)
})

it.each<[string, Given]>([
  ['sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['is private', { headers: { 'cache-control': 'private, s-maxage=10' } }],
  ['may not be stored', { headers: { 'cache-control': 'no-store' } }],
  ['says nothing about storing', { headers: { 'cache-control': '' } }],
  ['is an error', { status: 404 }],
  ['is a redirect', { status: 307, headers: { location: '/home' } }],
  ['is no document', { headers: { 'content-type': 'text/x-component' } }],
])('keeps nothing that %s', async (_what, given) => {
  await pages(given)
  await site.ask('/home')
  await site.ask('/home')
  expect(calls).toBe(2)
})

it.each<Record<string, string>>([
  { rsc: '1' },
  { 'next-router-prefetch': '1' },
  { range: 'bytes=0-1' },
  { authorization: 'x' },
])('neither stores for nor answers a request with %j', async (headers) => {
  await pages()
  await site.ask('/home', { headers })
  await site.ask('/home')
  await site.ask('/home', { headers })
  expect(calls).toBe(3)
})

it('keeps hashed files for good', async () => {
  await pages({ headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
  await site.ask('/_next/static/chunks/a.js')
  site.clock.now += 3_600_000
  const answer = await site.ask('/_next/static/chunks/a.js')
  expect(calls).toBe(1)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('compresses text that it does not keep, and no part of a file', async () => {
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
