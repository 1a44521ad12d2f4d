import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentScope } from '#lib/cache/state.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
/** Headers of the requests that were rendered. */
let rendered: IncomingHttpHeaders[] = []
const PAGE = '/home/iconpack'

/** A renderer that puts everything of its request into the page: whatever reaches it would be seen. */
beforeEach(async () => {
  rendered = []
  site = await startSite((req, res) => {
    rendered.push(req.headers)
    currentScope()?.page?.tags.add('list:icon')
    const isPayload = req.headers.rsc === '1'
    res.writeHead(200, {
      'content-type': isPayload ? 'text/x-component' : 'text/html',
      'cache-control': 's-maxage=300',
    })
    res.end(JSON.stringify([req.method, req.url, req.headers]))
  })
})
afterEach(() => site.stop())

const HOSTILE: Record<string, string>[] = [
  { host: 'elsewhere.example' },
  { 'x-forwarded-host': 'elsewhere.example' },
  { 'x-forwarded-proto': 'http', 'x-forwarded-port': '1', 'x-forwarded-for': '203.0.113.9' },
  { forwarded: 'host=elsewhere.example;proto=http' },
  { 'x-original-url': '/home/user', 'x-rewrite-url': '/home/user' },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST', 'x-http-method': 'PUT' },
  { cookie: 'session=of-another; NEXT_LOCALE=ja; __prerender_bypass=x' },
  { authorization: 'Bearer of-another' },
  { 'accept-language': 'ja' },
  { 'user-agent': 'Googlebot/2.1' },
  { range: 'bytes=0-1' },
  { 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' },
  { 'x-middleware-subrequest': 'middleware', 'x-middleware-prefetch': '1' },
  { 'x-nextjs-data': '1', 'x-now-route-matches': '1=x', 'x-matched-path': '/home/user' },
  { 'x-prerender-revalidate': 'x', 'next-resume': '1', 'x-invoke-path': '/home/user' },
  { 'next-router-state-tree': 'x', 'next-url': '/home/user', 'next-action': 'x' },
  { 'next-router-prefetch': '1', 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
  { 'cache-control': 'no-cache', pragma: 'no-cache' },
  { 'content-security-policy': "script-src 'nonce-guessed'" },
  { 'x-oversized': 'x'.repeat(12_000) },
]

it.each(HOSTILE)('neither %j nor its absence changes a stored page', async (headers) => {
  const first = await site.ask(PAGE, { headers })
  const second = await site.ask(PAGE)
  expect(first.status).toBe(200)
  expect(second.text).toBe(first.text)
  expect(rendered).toHaveLength(1)
  for (const [name, value] of Object.entries(headers)) {
    expect(rendered[0]?.[name], name).not.toBe(value)
  }
  expect(rendered[0]).toMatchObject({ host: 'keystrip.test', 'x-forwarded-proto': 'https' })
})

it('sends a part of no page and no stored page to a request with an oversized header', async () => {
  await site.ask(PAGE)
  const range = await site.ask(PAGE, { headers: { range: 'bytes=0-1' } })
  expect(range.status).toBe(200)
  expect(range.headers['content-range']).toBeUndefined()
  const oversized = await site.raw(
    `GET ${PAGE} HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect(oversized).toMatch(/^HTTP\/1\.1 431 /)
  expect((await site.ask(PAGE)).status).toBe(200)
  expect(rendered).toHaveLength(1)
})

it.each([
  [`${PAGE}?utm_source=x&cb=1`, PAGE],
  [`${PAGE}?x[]=1&__proto__=1&__nextDataReq=1&nxtPkind=plugin&nxtP=1&nextParamKind=plugin`, PAGE],
  [`${PAGE}?os=macos&sort=name`, `${PAGE}?sort=name&os=macos`],
  [`${PAGE}?sort=name&sort=recent`, `${PAGE}?sort=name`],
  [`http://elsewhere.example${PAGE}`, PAGE],
])('%s is %s, and is rendered as that', async (asked, canonical) => {
  const first = await site.ask(asked)
  expect(JSON.parse(first.text)[1]).toBe(canonical)
  expect((await site.ask(canonical)).text).toBe(first.text)
  expect(rendered).toHaveLength(1)
})

it('refuses an invalid host before the cache', async () => {
  await site.ask(PAGE)
  for (const host of ['a b', '"><script>', 'elsewhere.example/x']) {
    expect((await site.ask(PAGE, { headers: { host } })).status).toBe(400)
  }
})

it('stores nothing that a method other than GET and HEAD asked for', async () => {
  for (const [method, status] of [
    ['POST', 405],
    ['OPTIONS', 204],
  ] as const) {
    const headers = { origin: 'https://keystrip.test', 'content-length': '0' }
    expect((await site.ask(PAGE, { method, headers })).status).toBe(status)
  }
  expect((await site.ask(PAGE)).headers['cache-status']).toContain('fwd=uri-miss')
})

it('renders for HEAD what GET gets', async () => {
  const head = await site.ask(PAGE, { method: 'HEAD' })
  const get = await site.ask(PAGE)
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(JSON.parse(get.text)[0]).toBe('GET')
})

it('keeps documents, payloads and segments apart', async () => {
  const rsc = { rsc: '1' }
  const segment = { ...rsc, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
  const asked = [{}, rsc, segment, { ...segment, 'next-router-segment-prefetch': '/_full' }]
  const types: unknown[] = []
  for (let round = 0; round < 2; round += 1) {
    for (const headers of asked) {
      types.push((await site.ask(`${PAGE}?_rsc=x`, { headers })).headers['content-type'])
    }
  }
  expect(rendered).toHaveLength(asked.length)
  const component = 'text/x-component'
  const once = ['text/html', component, component, component]
  expect(types).toEqual([...once, ...once])
})

it('passes on an unknown combination of the router’s headers, and stores nothing of it', async () => {
  const headers = { rsc: '1', 'next-router-prefetch': '3' }
  for (let round = 0; round < 2; round += 1) await site.ask(PAGE, { headers })
  expect(rendered).toHaveLength(2)
  expect(site.cache.bytes()).toBe(0)
})

it('a page gets the query that it is stored under, or its own where nothing stores it', async () => {
  const queries: Record<string, string | undefined> = {}
  await site.stop()
  site = await startSite((req, res) => {
    queries[req.url ?? ''] = currentScope()?.query
    res.writeHead(200, { 'content-type': 'text/html' }).end('a page')
  })
  for (const path of [
    '/home/iconpack?sort=name&utm_source=x',
    '/home/faq?x=1',
    '/home/search?q=a&b',
    '/de/home/user/editicon?id=a',
    '/ja/login?redirect=%2Fhome',
    '/home/strip?x=1',
    '/home/report/icon/a?x=1',
    '/needs-scripts?x=1',
  ]) {
    await site.ask(path)
  }
  expect(queries).toEqual({
    '/home/iconpack?sort=name': '?sort=name',
    '/home/faq': '',
    '/home/search?q=a&b': '?q=a&b',
    '/de/home/user/editicon?id=a': '?id=a',
    '/ja/login?redirect=%2Fhome': '?redirect=%2Fhome',
    '/home/strip': '',
    '/home/report/icon/a?x=1': undefined,
    '/needs-scripts?x=1': undefined,
  })
})
